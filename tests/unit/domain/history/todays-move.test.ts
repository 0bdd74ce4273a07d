import { expect, it } from 'vitest';
import { todaysMove } from '@/lib/domain/history/todays-move.ts';
import { DAY_SECONDS } from '@/lib/base/days.ts';

const TODAY = 20_000 * DAY_SECONDS;
const NOON = TODAY + DAY_SECONDS / 2;

/** Daily closes in cents until yesterday, and today's candle, which does not count. */
function series(closes: readonly number[]) {
  const candles = [...closes, 1].map((close, index) => {
    const price = BigInt(close);
    const start = TODAY - (closes.length - index) * DAY_SECONDS;
    return { start, open: price, high: price, low: price, close: price, isFinal: true };
  });
  return { candles, expo: -2 };
}

/** The price moves by 1% from 100.00 and back. */
const days = (count: number) =>
  series(Array.from({ length: count + 1 }, (_, at) => ((count - at) % 2 === 0 ? 10_000 : 10_100)));

it.each([
  [101.24, 30, 'usual', 1.24],
  [98.76, 30, 'usual', 1.24],
  [101.26, 30, 'large', 1.26],
  [101.99, 30, 'large', 1.99],
  [97.9, 30, 'huge', 2.1],
  // A split, or the price may be wrong.
  [50, 30, null],
  [102, 9, null],
])('at %d after %d usual days, the move is %s', (price, count, size, times = 0) => {
  const move = todaysMove(
    { mantissa: BigInt(Math.round(price * 100)), expo: -2 },
    days(count),
    NOON,
  );
  expect(move?.size ?? null).toBe(size);
  expect(move?.times ?? 0).toBeCloseTo(times, 1);
});

it('knows no usual move of a price that does not move', () => {
  expect(todaysMove({ mantissa: 101n, expo: 0 }, series(Array(31).fill(10_000)), NOON)).toBeNull();
});

it('uses only the last 30 days, and their median', () => {
  const wild = Array.from({ length: 30 }, (_, at) => (at % 2 ? 10_000 : 20_000));
  const calm = days(30).candles.slice(0, -1);
  const { candles } = series([...wild, ...calm.map(({ close }) => Number(close))]);
  const move = todaysMove({ mantissa: 10_300n, expo: -2 }, { candles, expo: -2 }, NOON);
  expect(move?.times).toBeCloseTo(3, 1);
});
