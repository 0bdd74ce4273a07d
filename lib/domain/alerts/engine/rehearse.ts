// How often an alert would have triggered: its own state machine, run over history.
import { toMilliseconds, type UnixSeconds } from '../../../base/units.ts';
import type { FeedAlerts } from '../model/feed-alerts.ts';
import type { AlertPrice } from '../model/price.ts';
import { hasTrigger, type AlertRule } from '../model/rule.ts';
import { goesByClock } from '../model/trigger.ts';
import type { CandleHistory, InSlices } from './candle-history.ts';
import { evaluate } from './evaluate.ts';
import { crossings } from './rehearse-levels.ts';
import { leastMoves, mostMoves } from './rehearse-moves.ts';

/** How often an alert would have triggered, as far as its history shows. */
export interface Rehearsal {
  /** Minimum number of triggers. */
  readonly from: number;
  /** Maximum number of triggers; `null` if history does not show it. */
  readonly to: number | null;
  /** Times of the certain triggers, to within a candle. */
  readonly times: readonly UnixSeconds[];
}

/**
 * Whether past prices show when an alert would have triggered. A move since the last trigger
 * depends on all prices ever since, and stale prices on when they arrived.
 */
export function isRehearsable({ trigger }: AlertRule): boolean {
  return trigger.kind === 'moves' ? trigger.since.from === 'window' : !goesByClock(trigger);
}

/** When an alert created with the first of these prices would have triggered from `since` on. */
export function rehearsePrices(
  edited: AlertRule,
  prices: readonly AlertPrice[],
  since: UnixSeconds,
): UnixSeconds[] {
  // Snoozed until `since`, the alert measures moves from earlier prices without triggering.
  const isEarly = (prices[0]?.publishTime ?? since) < since;
  const rule = { ...asNew(edited), snoozedUntil: isEarly ? toMilliseconds(since) : null };
  const inputs = { rulesOf: () => [rule], areOn: true, reportsMissed: false, gap: Infinity };
  let feeds: ReadonlyMap<string, FeedAlerts> = new Map();
  const times: UnixSeconds[] = [];
  for (const latest of prices) {
    const at = toMilliseconds(latest.publishTime);
    const { marketOpen, stale } = latest;
    const answer = { subjectId: rule.feedId, isAnswer: true, at, trueAt: at };
    const result = evaluate([{ ...answer, marketOpen, stale, latest }], { ...inputs, feeds });
    if (result.feeds.size > 0) ({ feeds } = result);
    if (result.firings.some(({ missed }) => !missed)) times.push(latest.publishTime);
  }
  return times;
}

/**
 * Runs an alert over candles, as if it had been created at the first candle and reactivated after
 * each auto-pause. Whatever candles cannot show counts as triggering least for `from` and most for
 * `to`. `null` if candles cannot show this kind of alert.
 */
export function* rehearseCandles(
  edited: AlertRule,
  history: CandleHistory,
): InSlices<Rehearsal | null> {
  const rule = asNew(edited);
  const isMove = hasTrigger(rule, 'moves');
  const isLevel = hasTrigger(rule, 'crosses') || hasTrigger(rule, 'is');
  if (!isRehearsable(rule) || !(isMove || isLevel)) return null;
  const times = yield* timesOnCandles(rule, history);
  const to = isMove
    ? yield* mostMoves(rule, history)
    : ((yield* crossings(rule, history, 'most'))?.length ?? null);
  return { from: times.length, to, times };
}

/** When the alert certainly would have triggered, to within a candle. */
export function* timesOnCandles(
  edited: AlertRule,
  history: CandleHistory,
): InSlices<UnixSeconds[]> {
  const rule = asNew(edited);
  // Candles have no confidence, so an interval may have had any width.
  if (rule.certain) return [];
  return hasTrigger(rule, 'moves')
    ? yield* leastMoves(rule, history)
    : ((yield* crossings(rule, history, 'least')) ?? []);
}

/** Ignores pauses, snoozes and the expiry: they did not apply to the past. */
function asNew(rule: AlertRule): AlertRule {
  return { ...rule, enabled: true, expiresAt: null, snoozedUntil: null, armedAt: 0 };
}
