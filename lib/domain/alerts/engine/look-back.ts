// Finds what an alert on a level missed: candles show where to search, and signed prices decide.
import type { Candle, CandleSeries } from '../../../history-service/index.ts';
import { toMilliseconds, toSeconds, type UnixSeconds } from '../../../base/units.ts';
import type { Absence } from '../model/absence.ts';
import type { Firing } from '../model/firing.ts';
import { toExactPrice, type AlertPrice } from '../model/price.ts';
import { hasTrigger, type AlertRule, type RuleOf } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { sideThatCounts, type Side } from '../model/trigger.ts';
import { otherSide, ruleNumber, sideOf } from './levels.ts';
import { step } from './step.ts';

/** Signed prices requested for each level. */
const MAX_PROBES = 3;

export interface LookBackOptions {
  readonly absence: Absence;
  /** Length of a candle in seconds. */
  readonly length: number;
  /** The local clock minus true time, in milliseconds. */
  readonly skewMs: number;
}

/** `proven` if a signed price fired the alert, with the state after it. */
export type LookBackResult =
  | { readonly kind: 'proven'; readonly firing: Firing; readonly state: AlertState }
  | { readonly kind: 'claimed'; readonly firing: Firing };

/** Yields a time and receives the first signed price at or after it; `null` if none counts. */
type Probes<T> = Generator<UnixSeconds, T, AlertPrice | null>;

/**
 * Looks for the first candle that crosses the alert's level and asks for signed prices of it. If
 * none of them is beyond the level, the crossing is only mentioned. `null` if no candle crosses it,
 * or if the alert could not fire when one did.
 */
export function* lookBack(
  rule: AlertRule,
  before: AlertState,
  series: CandleSeries,
  options: LookBackOptions,
): Probes<LookBackResult | null> {
  const level = levelOf(rule, before, series.expo);
  if (!level) return null;
  const span = spanOf(before, options);
  const silent = silentUntil(rule, before, options);
  let left = MAX_PROBES;
  for (const candle of series.candles) {
    const reach = reachOf(candle, level, span);
    if (!reach) continue;
    if (reach.to < silent) {
      if (reach.isCertain) return null;
      continue;
    }
    for (const time of timesIn(candle, reach, level)) {
      if (left === 0) break;
      if (time < silent) continue;
      left -= 1;
      const price = yield time;
      const isInside =
        price !== null && price.publishTime >= reach.from && price.publishTime <= reach.to;
      const proven = isInside ? fireAt(rule, before, price, options) : null;
      if (proven) return proven;
    }
    if (reach.isCertain) return { kind: 'claimed', firing: claim(level, candle, options) };
  }
  return null;
}

/** Start of the first candle in which the alert may have fired; `null` if there is none. */
export function firstReach(
  rule: AlertRule,
  before: AlertState,
  { candles, expo }: CandleSeries,
  options: LookBackOptions,
): UnixSeconds | null {
  const level = levelOf(rule, before, expo);
  if (!level) return null;
  const span = spanOf(before, options);
  return candles.find((candle) => reachOf(candle, level, span))?.start ?? null;
}

interface Level {
  readonly rule: RuleOf<'crosses'>;
  /** The side on which the alert fires. */
  readonly to: Side;
  /** Whether a candle's price is on that side. */
  readonly isBeyond: (price: bigint) => boolean;
}

/** The level that the alert could cross when the absence began. */
function levelOf(rule: AlertRule, { tracker }: AlertState, expo: number): Level | null {
  if (!hasTrigger(rule, 'crosses') || tracker.kind !== 'crossing') return null;
  const there = tracker.needsReset ? null : sideThatCounts(rule.trigger);
  const to = there ?? (tracker.seen && otherSide(tracker.seen));
  const level = ruleNumber(rule.trigger.level);
  return to && { rule, to, isBeyond: (mantissa) => sideOf({ mantissa, expo }, level) === to };
}

/** The prices that the alert has not processed, by publish time. */
function spanOf({ asOf }: AlertState, { absence, length }: LookBackOptions) {
  return { after: Math.max(absence.from, asOf?.publishTime ?? 0), until: absence.until, length };
}

/** Until when a snooze or cooldown from before the absence lasted. */
function silentUntil(
  { snoozedUntil }: AlertRule,
  { coolingUntil }: AlertState,
  { skewMs }: LookBackOptions,
): UnixSeconds {
  return toSeconds(Math.max(snoozedUntil ?? 0, coolingUntil ?? 0) - skewMs);
}

interface Reach {
  /** The first and last second of the candle that belong to the absence. */
  readonly from: UnixSeconds;
  readonly to: UnixSeconds;
  /** Whether its price beyond the level belongs to the absence for certain. */
  readonly isCertain: boolean;
}

/**
 * Whether a candle's prices were beyond the level. Those of a candle that began before the absence
 * may be of prices that the alert has processed. After the absence, it would have fired itself.
 */
function reachOf(
  { start, high, low, close }: Candle,
  { to: side, isBeyond }: Level,
  { after, until, length }: ReturnType<typeof spanOf>,
): Reach | null {
  const [from, to] = [Math.max(start, after + 1), Math.min(start + length, until) - 1];
  if (from > to || !isBeyond(side === 'above' ? high : low)) return null;
  return { from, to, isCertain: start > after || isBeyond(close) };
}

/** The likeliest times of a price beyond the level, the likeliest first. */
function timesIn({ open, close }: Candle, { from, to }: Reach, { isBeyond }: Level): UnixSeconds[] {
  const at = (share: number): UnixSeconds => from + Math.floor((to - from) * share);
  const ends = [...(isBeyond(close) ? [to] : []), ...(isBeyond(open) ? [from] : [])];
  return [...new Set([...ends, at(1 / 2), at(1 / 4), at(3 / 4)])].slice(0, MAX_PROBES);
}

function fireAt(
  rule: AlertRule,
  before: AlertState,
  latest: AlertPrice,
  { absence, skewMs }: LookBackOptions,
): LookBackResult | null {
  const fresh = toExactPrice({ ...latest, marketOpen: true, stale: false });
  if (!fresh) return null;
  const trueAt = toMilliseconds(latest.publishTime);
  const { state, firing } = step(rule, before, {
    subjectId: rule.feedId,
    isAnswer: true,
    at: trueAt + skewMs,
    trueAt,
    marketOpen: true,
    stale: false,
    latest: fresh.source,
    fresh,
    isLate: false,
    afterGap: false,
    afterPause: false,
  });
  // A miss after another gap proves nothing.
  if (!firing || firing.missed) return null;
  return { kind: 'proven', state, firing: { ...firing, away: awayOf(absence) } };
}

/** A firing that only candles show. It changes no state. */
function claim(
  { rule: { id: alertId, feedId, trigger }, to }: Level,
  { start }: Candle,
  { absence, skewMs }: LookBackOptions,
): Firing {
  return {
    id: `${alertId}.candle-${start}.0`,
    alertId,
    feedId,
    at: toMilliseconds(Math.max(start, absence.from)) + skewMs,
    what: { kind: 'crosses', direction: to, level: trigger.level, isClaimed: true },
    missed: true,
    away: awayOf(absence),
    price: null,
    delivered: 'pending',
    seenAt: null,
  };
}

function awayOf({ hasSlept }: Absence): Firing['away'] {
  return hasSlept ? 'slept' : 'offline';
}
