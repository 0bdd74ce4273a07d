import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as formatting from '@/lib/domain/prices/format-price.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { lastAskedAt, missingFeeds } from '@/lib/storage/values/prices.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, EUR, openPopup, priceOf, row, storedPrice, tick } from './popup-page.tsx';

vi.mock(import('@/lib/domain/prices/format-price.ts'), async (load) => {
  const original = await load();
  return { ...original, formatPrice: vi.fn(original.formatPrice) };
});

it('renders only the row whose price changed', async () => {
  await tick({ [BTC]: storedPrice(), [ETH]: storedPrice(), [EUR]: storedPrice() });
  await openPopup();
  const format = vi.mocked(formatting.formatPrice);
  format.mockClear();

  await tick({ [ETH]: storedPrice({ price: '250000000000' }) });
  await waitFor(() => expect(priceOf('ETH/USD')).toHaveAttribute('value', '2500.00000000'));
  expect(format).toHaveBeenCalledOnce();
  expect(format.mock.calls[0]?.[0]).toEqual({ mantissa: 250_000_000_000n, expo: -8 });
});

it('renders only rows that become stale when the service is asked again', async () => {
  await tick({ [BTC]: storedPrice(), [ETH]: storedPrice({}, 50) });
  await openPopup();
  const format = vi.mocked(formatting.formatPrice);
  format.mockClear();

  // The row that becomes stale shows that the change arrived.
  await lastAskedAt.setValue(Date.now() + 20_000);
  await waitFor(() => expect(row('ETH/USD')).toHaveAttribute('data-standing', 'stale'));
  expect(format).toHaveBeenCalledOnce();
});

it('renders of 500 streaming feeds only the rows in the page, and of other changes one row', async () => {
  const ids = Array.from({ length: 500 }, (_, at) => at.toString(16).padStart(64, '0'));
  const attributes = ids.map((id, at) => [id, { display_symbol: `F${at}/USD` }]);
  await watchlist.setValue(ids);
  await followedFeeds.setValue(Object.fromEntries(attributes));
  const all = (price: string) => Object.fromEntries(ids.map((id) => [id, storedPrice({ price })]));
  await tick(all('100000000'));
  const { container } = await openPopup();
  const inPage = container.querySelectorAll('li[data-id]').length;
  expect(inPage).toBeLessThan(60);
  const format = vi.mocked(formatting.formatPrice);
  format.mockClear();

  await tick(all('200000000'));
  await waitFor(() => expect(priceOf('F9/USD')).toHaveAttribute('value', '2.00000000'));
  expect(format.mock.calls.length).toBeLessThanOrEqual(inPage);
  format.mockClear();

  await missingFeeds.setValue({ [ids[1]!]: 'unknown' });
  await waitFor(() => expect(row('F1/USD')).toHaveAttribute('data-standing', 'gone'));
  await tick({ [ids[2]!]: storedPrice({ price: '300000000' }) });
  await waitFor(() => expect(priceOf('F2/USD')).toHaveAttribute('value', '3.00000000'));
  expect(format).toHaveBeenCalledOnce();
});
