import type { CandleSeries } from '../../../history-service/index.ts';
import type { UnixSeconds } from '../../../base/units.ts';

/** Candles that a rehearsal runs over. */
export interface CandleHistory {
  /** Length of a candle in seconds. */
  readonly length: number;
  readonly series: CandleSeries;
  /** Earlier candles serve only as starting points of moves. */
  readonly since: UnixSeconds;
}

/** A run that pauses regularly, so that its caller can do something else in between. */
export type InSlices<T> = Generator<undefined, T, undefined>;
