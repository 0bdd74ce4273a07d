import type { InSlices } from '../../domain/alerts/engine/candle-history.ts';
import { levelByFrequency } from '../../domain/alerts/engine/level-by-frequency.ts';
import {
  rehearseCandles,
  rehearsePrices,
  type Rehearsal,
} from '../../domain/alerts/engine/rehearse.ts';
import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import { goesByClock } from '../../domain/alerts/model/trigger.ts';
import type { PastPrices } from './past-prices.ts';

/** A rehearsal and how many days of history it ran over. */
export interface Rehearsed extends Rehearsal {
  readonly days: number;
}

const FEWEST_DAYS = 2;
const DAYS_IN_WEEK = 7;
const UNKNOWN = { from: 0, to: null, times: [], days: 0 };

/** Rehearses an alert on what is known of its feed's past. */
export function* rehearse(rule: AlertRule, { candles, signed }: PastPrices): InSlices<Rehearsed> {
  const { trigger } = rule;
  // Where the last move ended depends on every price.
  const needsAll = trigger.kind === 'moves' && trigger.since.from === 'last-firing';
  if (needsAll || goesByClock(trigger)) return UNKNOWN;
  const onCandles = candles && (yield* rehearseCandles(rule, candles));
  if (onCandles) return { ...onCandles, days: candles.days };
  if (signed.days < FEWEST_DAYS) return UNKNOWN;
  // Between signed prices that are known, it may have triggered more often.
  const times = rehearsePrices(rule, signed.prices, signed.since);
  return { from: times.length, to: null, times, days: signed.days };
}

/** The level at which the alert, repeating, would have triggered about once a week; `null`: none. */
export function* weeklyLevel(rule: AlertRule, { candles }: PastPrices): InSlices<string | null> {
  if (!candles || candles.days < DAYS_IN_WEEK) return null;
  return yield* levelByFrequency(rule, candles, Math.round(candles.days / DAYS_IN_WEEK));
}

/** Milliseconds. A key that is pressed meanwhile waits no longer. */
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
