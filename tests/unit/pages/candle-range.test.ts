import { beforeEach, expect, it, vi } from 'vitest';
import { readCandleRange } from '@/lib/pages/chart-candles.ts';
import { candleStore, type KnownCandles } from '@/lib/storage/candles/candle-store.ts';

const BTC = 'e6'.repeat(32);
const DAY = 86_400;
const NOW = Math.floor(Date.now() / 1_000);

/** A series of one candle. */
function series(daysAgo: number, expo: number, low: bigint, high: bigint): KnownCandles {
  const start = Math.floor((NOW - daysAgo * DAY) / 60) * 60;
  const candle = { start, open: low, low, high, close: high, isFinal: true };
  return { expo, candles: [candle], from: 0, to: NOW, storedAt: 0 };
}

const stored: Record<string, KnownCandles> = {
  '1': series(0.5, -2, 6_937_353n, 7_000_000n),
  '120': series(20, 0, 69_500n, 92_085n),
  '1D': series(200, -1, 790_190n, 836_110n),
};

beforeEach(() => {
  vi.spyOn(candleStore, 'readService').mockResolvedValue({
    mark: '',
    storedAt: 0,
    resolutions: ['1', '120', '1D', 'odd'],
    symbols: null,
    longest: {},
  });
  vi.spyOn(candleStore, 'read').mockImplementation((_, name) =>
    Promise.resolve(stored[name] ?? null),
  );
});

it('a longer period has no higher low and no lower high than a shorter one', async () => {
  const low = { mantissa: 6_937_353n, expo: -2 };
  const short = { low, high: { mantissa: 7_000_000n, expo: -2 } };
  expect(await readCandleRange(BTC, '1h', Infinity)).toBeNull();
  expect(await readCandleRange(BTC, '24h', Infinity)).toEqual(short);
  expect(await readCandleRange(BTC, '7d', Infinity)).toEqual(short);
  const long = { low, high: { mantissa: 92_085n, expo: 0 } };
  for (const period of ['30d', '1y', 'all'] as const) {
    expect(await readCandleRange(BTC, period, Infinity)).toEqual(long);
  }
});

it('what came after the last price that counts is left out, and a failed database has no range', async () => {
  const range = await readCandleRange(BTC, '1y', NOW - 100 * DAY);
  expect(range).toEqual({
    low: { mantissa: 790_190n, expo: -1 },
    high: { mantissa: 836_110n, expo: -1 },
  });
  vi.spyOn(candleStore, 'read').mockRejectedValue(new Error('no database'));
  expect(await readCandleRange(BTC, '1y', Infinity)).toBeNull();
});
