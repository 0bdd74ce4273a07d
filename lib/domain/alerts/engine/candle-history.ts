import type { Candle, CandleSeries } from '../../../history-service/index.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import type { AlertRule } from '../model/rule.ts';

/** Candles that a rehearsal runs over. */
export interface CandleHistory {
  /** Length of a candle in seconds. */
  readonly length: number;
  readonly series: CandleSeries;
  /** Earlier candles serve only as starting points of moves. */
  readonly since: UnixSeconds;
  /** Whether the market was open. A rule may ignore prices while it was closed. */
  readonly isOpenAt: (time: UnixSeconds) => boolean;
}

/** A run that pauses regularly, so that its caller can do something else in between. */
export type InSlices<T> = Generator<undefined, T, undefined>;

/** Between two pauses. */
const CANDLES_IN_SLICE = 256;

/** The candles from `since` on in which the rule counts prices. Yields `undefined` to pause. */
export function* slices(
  rule: AlertRule,
  { series, since, length, isOpenAt }: CandleHistory,
  when: 'allOpen' | 'anyOpen',
): Generator<Candle | undefined, undefined, undefined> {
  for (const [index, candle] of series.candles.entries()) {
    if (index % CANDLES_IN_SLICE === 0) yield undefined;
    if (candle.start < since) continue;
    const ends = [candle.start, candle.start + length - 1];
    const isOpen = when === 'allOpen' ? ends.every(isOpenAt) : ends.some(isOpenAt);
    if (isOpen || !rule.onlyWhileOpen) yield candle;
  }
}
