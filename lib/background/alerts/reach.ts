import { alertReach, type Reach } from '../../storage/values/alert-reach.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { FeedCheck } from '../../domain/alerts/engine/feed-watch.ts';
import { type FeedAlerts, stateOf } from '../../domain/alerts/model/feed-alerts.ts';
import type { AlertItems } from './alert-items.ts';
import { inputsOf } from './evaluation-inputs.ts';
import {
  absoluteDecimal,
  compareDecimals,
  multiplyDecimals,
  distanceBetween,
} from '../../domain/prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../../domain/prices/decimal.ts';
import { distanceTo } from '../../domain/alerts/engine/distance.ts';
import { isWatching, phaseOf } from '../../domain/alerts/model/phase.ts';
import { toExactPrice, type AlertPrice, type ExactPrice } from '../../domain/alerts/model/price.ts';
import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import type { PricePoint } from '../../domain/alerts/model/state.ts';

/** Tracks which feeds are near a level of one of their alerts. @param feeds by feed id */
export function createReachKeeper(settings: AlertItems, feeds: ReadonlyMap<FeedId, FeedAlerts>) {
  let reaches: Record<FeedId, Reach> = {};
  let isUnsaved = false;

  function unsaved(): Record<string, unknown> {
    if (!isUnsaved) return {};
    isUnsaved = false;
    return alertReach.entry(reaches);
  }

  return {
    async load(): Promise<void> {
      reaches = { ...(await alertReach.getValue()) };
    },
    /** Returns session items; empty if nothing changed. */
    update(checks: readonly FeedCheck[], now: UnixMilliseconds): Record<string, unknown> {
      if (settings.backgroundUpdates.current !== 'balanced') return {};
      const { rulesOf, areOn } = inputsOf(settings, feeds);
      for (const { subjectId, latest, isAnswer, madeOf } of checks) {
        const states = feeds.get(subjectId)?.states ?? {};
        const rules = areOn ? rulesOf(subjectId) : [];
        const before = reaches[subjectId] ?? null;
        // A late price can still fire an alert on its feed, until the feed stops.
        const price = latest?.stale && (madeOf || !isAnswer) ? null : latest;
        const after = nextReach(before, { rules, states, latest: price, now });
        if (before && isSame(before, after)) continue;
        reaches[subjectId] = after;
        isUnsaved = true;
      }
      return unsaved();
    },
    retain(feedIds: readonly FeedId[]): void {
      const retained = Object.entries(reaches).filter(([id]) => feedIds.includes(id));
      if (retained.length === Object.keys(reaches).length) return;
      reaches = Object.fromEntries(retained);
      isUnsaved = true;
    },
    unsaved,
  };
}

function isSame(a: Reach, b: Reach): boolean {
  return a.points === b.points && a.isNear === b.isNear && a.until === b.until;
}

// About the interval between polls, so that streamed and polled prices give similar moves.
const STEP_SECONDS = 25;
// A move across a longer silence does not predict the next half minute.
const LONGEST_STEP_SECONDS = 90;
const MAX_POINTS = 13;

const ENTERS_WITHIN = 3n;
const LEAVES_BEYOND = 6n;
/** Minimum time that a stream stays open: opening one costs a request. */
const HOLD_MS = 2 * 60_000;
// Extending the hold with every price would cause a storage write each time.
const HOLD_STEP_MS = 10_000;

interface Situation {
  readonly rules: readonly AlertRule[];
  readonly states: FeedAlerts['states'];
  readonly latest: AlertPrice | null;
  readonly now: UnixMilliseconds;
}

/**
 * Decides whether a price is near a level where an alert can fire: within three times the largest
 * of its last twelve moves between polls. It stays near up to six times that move and for at least
 * two minutes, unless no alert can fire any more.
 */
export function nextReach(before: Reach | null, situation: Situation): Reach {
  const { latest, now } = situation;
  const exact = latest && toExactPrice(latest);
  const points = exact ? withPoint(before?.points ?? [], exact) : (before?.points ?? []);
  const move = largestMove(points);
  const distance = exact && nearestLevel(situation, exact);
  const isWithin = (count: bigint): boolean => {
    const reach = move && multiplyDecimals(move, { mantissa: count, expo: 0 });
    return distance !== null && reach !== null && compareDecimals(distance, reach) <= 0;
  };
  const enters = isWithin(ENTERS_WITHIN);
  const until = enters ? holdFrom(now, before?.until ?? 0) : (before?.until ?? 0);
  // Later than any hold can end: the clock was set back.
  const isHeld = now < until && until - now <= HOLD_MS;
  const stays = before?.isNear === true && (isHeld || isWithin(LEAVES_BEYOND));
  const isNear = enters || (stays && isAnyWatching(situation));
  return { points, isNear, until };
}

function holdFrom(now: UnixMilliseconds, before: UnixMilliseconds): UnixMilliseconds {
  const full = now + HOLD_MS;
  return before <= full && full - before < HOLD_STEP_MS ? before : full;
}

function withPoint(points: PricePoint[], { source }: ExactPrice): PricePoint[] {
  const { price, expo, publishTime: time } = source;
  const last = points.at(-1);
  if (last && time >= last.time && time - last.time < STEP_SECONDS) return points;
  // An earlier time comes from another clock or price service. Older points do not fit it.
  const earlier = last && time < last.time ? [] : points;
  return [...earlier, { price, expo, time }].slice(-MAX_POINTS);
}

function largestMove(points: readonly PricePoint[]): Decimal | null {
  let largest: Decimal | null = null;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (!before || point.time - before.time > LONGEST_STEP_SECONDS) continue;
    const from = toDecimal(before.price, before.expo);
    const to = toDecimal(point.price, point.expo);
    if (!from || !to) continue;
    const move = distanceBetween(to, from);
    if (largest === null || compareDecimals(move, largest) > 0) largest = move;
  }
  return largest;
}

function isAnyWatching({ rules, states, now }: Situation): boolean {
  return rules.some((rule) => isWatching(phaseOf(rule, stateOf(rule.id, states), now)));
}

/** Absolute distance to the nearest level at which an alert could fire now. */
function nearestLevel({ rules, states, now }: Situation, exact: ExactPrice): Decimal | null {
  let nearest: Decimal | null = null;
  for (const rule of rules) {
    const state = stateOf(rule.id, states);
    if (phaseOf(rule, state, now) !== 'armed' || !isTrading(exact)) continue;
    const distance = distanceTo(rule, state, exact);
    const amount = distance && absoluteDecimal(distance.amount);
    if (amount && (nearest === null || compareDecimals(amount, nearest) < 0)) nearest = amount;
  }
  return nearest;
}

function isTrading({ source }: ExactPrice): boolean {
  return source.marketOpen || source.isVerified === true;
}
