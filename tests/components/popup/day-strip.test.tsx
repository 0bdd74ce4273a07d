import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { DAY_SECONDS, startOfDay } from '@/lib/base/days.ts';
import { candleStore } from '@/lib/storage/candles/candle-store.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, openPopup, row, storedPrice, tick } from './popup-page.tsx';

/** Moves by 1% a day; the last close is 63,000. */
const DAYS = Array.from({ length: 31 }, (_, at) => {
  const close = at % 2 === 0 ? 6_300_000n : 6_363_000n;
  const start = startOfDay(Date.now() / 1_000) - (31 - at) * DAY_SECONDS;
  return { start, open: close, high: close, low: close, close, isFinal: true };
});

const read = vi.spyOn(candleStore, 'read');

beforeEach(() => {
  read.mockClear();
  const series = { candles: DAYS, expo: -2, from: 0, to: 0, storedAt: 0 };
  read.mockImplementation(async (id, name) => (id === BTC && name === '1D' ? series : null));
});

const strip = (): HTMLElement | null => document.querySelector('[data-part="day-strip"]');

const label =
  'Today, compared with unsigned past prices: BTC/USD +2.08%, 2.1 times its usual daily move';

it('says in words what moves more than usual, and that past prices are not signed', async () => {
  await tick({ [BTC]: storedPrice(), [ETH]: storedPrice() });
  await openPopup();
  expect(await screen.findByRole('img', { name: label })).toBe(strip());
  const title = screen.getByRole('heading', { level: 1 });
  await waitFor(() => expect(title).toHaveTextContent('BTC is moving'));
  const [btc, eth] = strip()!.children;
  expect(btc).toHaveAttribute('data-size', 'huge');
  expect(eth).not.toHaveAttribute('data-size');

  await signatures.setValue('require');
  await waitFor(() => expect(strip()).toBeNull());
  await waitFor(() => expect(title).toHaveTextContent('Pricelight'));
});

it.each([24, 25])('with %i rows, has a segment for each of them, or is absent', async (count) => {
  const others = Array.from({ length: count - 1 }, (_, at) => String(at).padStart(64, 'f'));
  await watchlist.setValue([BTC, ...others]);
  await tick({ [BTC]: storedPrice() });
  await openPopup();
  if (count > 24) {
    await afterPaint();
    expect(read).not.toHaveBeenCalled();
  } else await waitFor(() => expect(strip()?.children).toHaveLength(count));
});

/** The row's menu appears with the code that is loaded after the first paint. */
async function afterPaint(): Promise<void> {
  await waitFor(() => expect(row('BTC/USD').querySelector('[aria-haspopup]')).not.toBeNull());
}
