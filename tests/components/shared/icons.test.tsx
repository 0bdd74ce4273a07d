import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SearchIcon } from '@/components/shared/icons.tsx';

test('an icon has the shapes of its drawing', () => {
  const { container } = render(<SearchIcon />);
  const shapes = Array.from(container.querySelectorAll('svg > *'), ({ outerHTML }) => outerHTML);
  expect(shapes).toEqual([
    expect.stringContaining('d="m21 21-4.34-4.34"'),
    expect.stringMatching(/^<circle .*r="8"/),
  ]);
});
