import { startOfDay } from '../../base/days.ts';
import type { UnixSeconds } from '../../base/units.ts';
import type { CandleSeries } from '../../history-service/index.ts';
import { changePercent } from '../prices/arithmetic.ts';
import { toNumber, type Decimal } from '../prices/decimal.ts';
import { isFar } from './split.ts';

const DAYS = 30;
const MIN_DAYS = 10;

export interface TodaysMove {
  readonly percent: Decimal;
  /** Compared with the usual move of a day. */
  readonly times: number;
  /** `large`: from 1.25 times the usual move; `huge`: more than twice that. */
  readonly size: 'usual' | 'large' | 'huge';
}

/**
 * How much a price has moved since the last daily close, compared with the median of the 30 moves
 * before. `null`: daily candles are missing, the price never moves, or it may have been split.
 */
export function todaysMove(
  price: Decimal,
  { candles, expo }: CandleSeries,
  now: UnixSeconds,
): TodaysMove | null {
  const closes = candles
    .filter(({ start }) => start < startOfDay(now))
    .slice(-DAYS - 1)
    .map(({ close }) => ({ mantissa: close, expo }));
  const moves = closes
    .slice(1)
    .map((close, index) => sizeOf(changePercent(close, closes[index]!, 4)));
  const usual = moves.toSorted((a, b) => a - b)[Math.floor(moves.length / 2)] ?? 0;
  const last = closes.at(-1);
  const percent = last && changePercent(price, last);
  if (!percent || moves.length < MIN_DAYS || usual === 0 || isFar(last, price)) return null;
  const times = sizeOf(percent) / usual;
  return { percent, times, size: times < 1.25 ? 'usual' : times <= 2 ? 'large' : 'huge' };
}

function sizeOf(percent: Decimal | null): number {
  return percent ? Math.abs(toNumber(percent)) : 0;
}
