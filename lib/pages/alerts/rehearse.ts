import type { InSlices } from '../../domain/alerts/engine/candle-history.ts';
import { levelByFrequency } from '../../domain/alerts/engine/level-by-frequency.ts';
import {
  isRehearsable,
  rehearseCandles,
  rehearseMarket,
  rehearsePrices,
  type Rehearsal,
} from '../../domain/alerts/engine/rehearse.ts';
import { hasTrigger, type AlertRule } from '../../domain/alerts/model/rule.ts';
import { FEWEST_DAYS, type PastPrices } from './past-prices.ts';

/** A rehearsal and how many days of history it ran over. */
export interface Rehearsed extends Rehearsal {
  readonly days: number;
}

const DAYS_IN_WEEK = 7;
const MONTH_DAYS = 30;

/**
 * Rehearses an alert on known past prices. One that fires once is walked as if it fired
 * every time; the first of its times counts. `null`: past prices don't show it.
 */
export function* rehearse(
  rule: AlertRule,
  { candles, areCloses = false, signed, sessions }: PastPrices,
): InSlices<Rehearsed | null> {
  if (!isRehearsable(rule)) return null;
  if (hasTrigger(rule, 'market')) return { ...rehearseMarket(rule, sessions), days: MONTH_DAYS };
  const walked: AlertRule = rule.repeat.mode === 'once' ? { ...rule, repeat: EVERY_MINUTE } : rule;
  if (candles) {
    const { times, isAbout } = yield* rehearseCandles(walked, candles);
    return { times, isAbout: isAbout || areCloses, days: candles.days };
  }
  if (signed.days < FEWEST_DAYS) return null;
  // Between known signed prices, the alert may have triggered more often.
  const times = rehearsePrices(walked, signed.prices, signed.since);
  return { times, isAbout: true, days: signed.days };
}

const EVERY_MINUTE = { mode: 'repeating', cooldownSeconds: 60 } as const;

/** The level at which a repeating alert would have triggered about once a week; `null`: none. */
export function* weeklyLevel(rule: AlertRule, { candles }: PastPrices): InSlices<string | null> {
  if (!candles || candles.days < DAYS_IN_WEEK) return null;
  return yield* levelByFrequency(rule, candles, Math.round(candles.days / DAYS_IN_WEEK));
}

/** Milliseconds; the longest that a key press waits. */
const SLICE_MS = 6;

/** Runs in slices, so that typing stays smooth. `undefined`: aborted. */
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
