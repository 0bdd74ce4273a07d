import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Proof } from '@/lib/storage/prices.ts';
import { signatures } from '@/lib/storage/settings.ts';
import { BTC, ETH, openPopup, row, storedPrice, tick } from './popup-page.tsx';

const proven: Proof = { state: 'verified', text: '3 of 5 · Pyth routers' };
const unproven: Proof = { state: 'unverified', text: 'Not enough signers.' };

it('marks what is verified, what is not and why, and counts', async () => {
  await tick({ [BTC]: storedPrice({ proof: proven }), [ETH]: storedPrice({ proof: unproven }) });
  await openPopup();
  expect(
    within(row('BTC/USD')).getByRole('img', { name: 'Verified: 3 of 5 · Pyth routers' }),
  ).toBeVisible();
  expect(
    within(row('ETH/USD')).getByRole('img', { name: 'Not verified: Not enough signers.' }),
  ).toBeVisible();
  expect(screen.getByRole('status', { name: 'Connection' })).toHaveTextContent('1 of 5 verified');
});

it('is loud about a service that contradicts the signed bytes', async () => {
  const proof: Proof = { state: 'mismatch', text: 'The service contradicts the signed bytes.' };
  await tick({ [BTC]: storedPrice({ proof }) });
  await openPopup();
  expect(row('BTC/USD')).toHaveClass('mismatch');
  expect(within(row('BTC/USD')).getByRole('img', { name: proof.text })).toBeVisible();
});

it('greys what is not verified only where signatures are required', async () => {
  await tick({ [BTC]: storedPrice({ proof: proven }), [ETH]: storedPrice({ proof: unproven }) });
  await openPopup();
  expect(row('ETH/USD')).not.toHaveClass('refused');
  await act(() => signatures.setValue('require'));
  expect(row('ETH/USD')).toHaveClass('refused');
  expect(row('BTC/USD')).not.toHaveClass('refused');
});
