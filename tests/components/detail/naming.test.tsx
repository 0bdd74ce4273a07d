import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { feedNamings, followedFeeds } from '@/lib/storage/values/catalog.ts';
import { BTC, openPopup, row } from '../popup/popup-page.tsx';
import { openDetail } from './detail-page.tsx';

const doge = {
  asset_type: 'Crypto',
  base: 'DOGE',
  description: 'DOGECOIN / US DOLLAR',
  display_symbol: 'DOGE/USD',
  quote_currency: 'USD',
  symbol: 'Crypto.DOGE/USD',
};

it('a row says what the service now calls the feed, under its own name', async () => {
  await feedNamings.setValue({ [BTC]: { isConfirmed: true, claim: doge } });
  await openPopup();
  expect(row('BTC/USD')).toHaveTextContent('The service now calls it DOGE/USD');
});

it('the details rename a feed only when the user agrees', async () => {
  await feedNamings.setValue({ [BTC]: { isConfirmed: true, claim: doge } });
  const { user, container } = await openDetail(BTC);
  const title = () => container.querySelector('[data-view="feed"] h1');
  expect(title()).toHaveTextContent('BTC/USD');
  const note = container.querySelector('[data-part="naming"]');
  expect(note).toHaveTextContent('The service now calls it DOGE/USD · Dogecoin / US Dollar');
  expect(note).toHaveTextContent('e62df6c8…');
  await user.click(screen.getByRole('button', { name: /^Use DOGE/ }));
  await waitFor(() => expect(title()).toHaveTextContent('DOGE/USD'));
  expect(note).not.toBeInTheDocument();
});

it('a name that only the service gave is marked until the user confirms it', async () => {
  await feedNamings.setValue({ [BTC]: { isConfirmed: false, claim: null } });
  const { user, container } = await openDetail(BTC);
  await user.click(screen.getByRole('button', { name: 'Confirm BTC/USD' }));
  await waitFor(() =>
    expect(container.querySelector('[data-part="naming"]')).not.toBeInTheDocument(),
  );
  expect((await followedFeeds.getValue())[BTC]?.['symbol']).toBe('Crypto.BTC/USD');
});
