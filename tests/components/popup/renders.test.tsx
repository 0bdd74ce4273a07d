import { waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as formatting from '@/lib/prices/format-price.ts';
import { lastAskedAt } from '@/lib/storage/prices.ts';
import { BTC, ETH, EUR, openPopup, priceOf, row, storedPrice, tick } from './popup-page.tsx';

vi.mock(import('@/lib/prices/format-price.ts'), async (load) => {
  const original = await load();
  return { ...original, formatPrice: vi.fn(original.formatPrice) };
});

it('draws only the row whose price changed', async () => {
  await tick({ [BTC]: storedPrice(), [ETH]: storedPrice(), [EUR]: storedPrice() });
  await openPopup();
  const draw = vi.mocked(formatting.formatPrice);
  draw.mockClear();

  await tick({ [ETH]: storedPrice({ price: '250000000000' }) });
  await waitFor(() => expect(priceOf('ETH/USD')).toHaveAttribute('value', '2500.00000000'));
  expect(draw).toHaveBeenCalledOnce();
  expect(draw.mock.calls[0]?.[0]).toEqual({ mantissa: 250_000_000_000n, expo: -8 });
});

it('draws no row because the service was asked again', async () => {
  await tick({ [BTC]: storedPrice(), [ETH]: storedPrice({}, 50) });
  await openPopup();
  const draw = vi.mocked(formatting.formatPrice);
  draw.mockClear();

  // The one that becomes stale by it shows that the news arrived.
  await lastAskedAt.setValue(Date.now() + 20_000);
  await waitFor(() =>
    expect(within(row('ETH/USD')).getByRole('img', { name: 'Stale' })).toBeInTheDocument(),
  );
  expect(draw).toHaveBeenCalledOnce();
});
