import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SearchIcon } from '@/components/shared/icons.tsx';

test('an icon is one path with the outline of its shapes', () => {
  const { container } = render(<SearchIcon />);
  const paths = Array.from(container.querySelectorAll('path'), (path) => path.getAttribute('d'));
  expect(paths).toEqual(['M0 0m21 21-4.34-4.34M19 11a8 8 0 1 1-16 0a8 8 0 1 1 16 0Z']);
});
