import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Boundary } from '@/components/shared/boundary.tsx';
import { t } from '@/lib/base/locale/t.ts';

afterEach(() => vi.restoreAllMocks());

it('shows an error with a reload button and leaves other parts unaffected', () => {
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
  expect(screen.getByRole('alert')).toHaveTextContent('Your settings are safe');
  expect(screen.getByRole('button', { name: t('common.reloadButton') })).toBeVisible();
  expect(screen.getByText('Neighbour')).toBeVisible();
});

function Broken(): never {
  throw new Error('a mistake of ours');
}
