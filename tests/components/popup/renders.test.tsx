import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as formatting from '@/lib/domain/prices/format-price.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
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
