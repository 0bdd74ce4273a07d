import type { InSlices } from '../../domain/alerts/engine/candle-history.ts';
import { levelByFrequency } from '../../domain/alerts/engine/level-by-frequency.ts';
import {
  isRehearsable,
  rehearseCandles,
  rehearsePrices,
  timesOnCandles,
  type Rehearsal,
} from '../../domain/alerts/engine/rehearse.ts';
import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import type { UnixSeconds } from '../../base/units.ts';
import { FEWEST_DAYS, type PastPrices } from './past-prices.ts';

/** A rehearsal and how many days of history it ran over. */
export interface Rehearsed extends Rehearsal {
  readonly days: number;
  /** When the alert would have triggered if it repeated. */
  readonly repeated: readonly UnixSeconds[];
}

const DAYS_IN_WEEK = 7;
const UNKNOWN = { from: 0, to: null, times: [], repeated: [], days: 0 };

/** Rehearses an alert on its feed's known past prices. */
export function* rehearse(rule: AlertRule, { candles, signed }: PastPrices): InSlices<Rehearsed> {
  if (!isRehearsable(rule)) return UNKNOWN;
  const onCandles = candles && (yield* rehearseCandles(rule, candles));
  if (onCandles) {
    const repeated = isOnce(rule)
      ? yield* timesOnCandles(repeating(rule), candles)
      : onCandles.times;
    return { ...onCandles, repeated, days: candles.days };
  }
  if (signed.days < FEWEST_DAYS) return UNKNOWN;
  // Between known signed prices, the alert may have triggered more often.
  const repeated = rehearsePrices(repeating(rule), signed.prices, signed.since);
  const times = isOnce(rule) ? repeated.slice(0, 1) : repeated;
  return { from: times.length, to: null, times, repeated, days: signed.days };
}

function isOnce({ repeat }: AlertRule): boolean {
  return repeat.mode === 'once';
}

function repeating(rule: AlertRule): AlertRule {
  return isOnce(rule) ? { ...rule, repeat: { mode: 'repeating', cooldownSeconds: 0 } } : rule;
}

/** The level at which a repeating alert would have triggered about once a week; `null`: none. */
export function* weeklyLevel(rule: AlertRule, { candles }: PastPrices): InSlices<string | null> {
  if (!candles || candles.days < DAYS_IN_WEEK) return null;
  return yield* levelByFrequency(rule, candles, Math.round(candles.days / DAYS_IN_WEEK));
}

/** Milliseconds; the longest that a key press waits. */
const SLICE_MS = 6;

/** Runs in slices, so that typing stays fluent. `undefined`: aborted. */
export async function inSlices<T>(
  slices: InSlices<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  while (!signal.aborted) {
    const until = performance.now() + SLICE_MS;
    let next = slices.next();
    while (!next.done && performance.now() < until) next = slices.next();
    if (next.done) return next.value;
    await new Promise((resume) => {
      setTimeout(resume);
    });
  }
  return undefined;
}
