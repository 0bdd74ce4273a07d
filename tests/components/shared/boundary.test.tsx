import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Boundary } from '@/components/shared/boundary.tsx';

afterEach(() => vi.restoreAllMocks());

it('says that a part failed, with the way out, and leaves its neighbours', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  render(
    <>
      <Boundary>
        <Broken />
      </Boundary>
      <Boundary>
        <p>Neighbour</p>
      </Boundary>
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Nothing that you set up is lost');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect(screen.getByText('Neighbour')).toBeVisible();
});

function Broken(): never {
  throw new Error('a mistake of ours');
}
