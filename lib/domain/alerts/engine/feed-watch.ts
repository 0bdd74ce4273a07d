import type { FeedId, UnixMilliseconds } from '../../../base/units.ts';
import type { FeedWatch, Waiting } from '../model/feed-alerts.ts';
import {
  compareMoments,
  isNewer,
  lastFor,
  positionAfter,
  type Position,
} from '../../prices/newer.ts';
import { toExactPrice, type AlertPrice, type ExactPrice } from '../model/price.ts';
import type { MadeOf } from '../model/state.ts';

/** One check of a feed: the price service answered, or time passed. */
export interface FeedCheck {
  readonly feedId: FeedId;
  /** Whether the price service answered, even if with no newer price. */
  readonly isAnswer: boolean;
  /** By the local clock. Times that the user sets are compared with this one. */
  readonly at: UnixMilliseconds;
  /** Corrected time. Publish times are compared with this one. */
  readonly trueAt: UnixMilliseconds;
  readonly marketOpen: boolean;
  /** The market is open against its schedule, so its hours do not change. */
  readonly isAfterHours?: boolean;
  readonly stale: boolean;
  /** The answer's price, or the latest known one. */
  readonly latest: AlertPrice | null;
  /** What a calculated figure is made of; absent for the price of a feed. */
  readonly madeOf?: Omit<MadeOf, 'changedAt'>;
  /** Whether one of its prices is new; absent for the price of a feed, whose time tells. */
  readonly isNew?: boolean;
  /** The feed whose newer price a calculated figure waits for. */
  readonly lateFeed?: FeedId | undefined;
  /** The prices of a calculated figure that wait for others. */
  readonly waiting?: Waiting | undefined;
}

/** A check, compared with those before it. */
export interface Observation extends FeedCheck {
  /** A price newer than all before it; `null` if the check has none. */
  readonly fresh: ExactPrice | null;
  /**
   * Received slightly before the last check. The price may still be new, but the clock is behind.
   */
  readonly isLate: boolean;
  /** There was no answer for longer than the gap just before this one. */
  readonly afterGap: boolean;
  /** There was no check of any type for longer than the gap just before this one. */
  readonly afterPause: boolean;
}

/** Default gap, milliseconds. Changes after a longer silence count as "while offline". */
export const GAP = 5 * 60_000;
const MAX_REORDERING_MS = 60_000;

/**
 * The gap, in milliseconds, for a background that polls every `pollSeconds`. It is longer than two
 * polls: otherwise a single failed poll would be a gap, and crossings would be lost.
 */
export function gapFor(pollSeconds: number): number {
  return Math.max(GAP, 2.5 * pollSeconds * 1_000);
}

/**
 * Updates the watch with a check. `observation` is `null` if the check is to be ignored: an older
 * price, an unreadable price, or a clock tick from before the last check.
 *
 * @param gap milliseconds
 */
export function observe(
  watch: FeedWatch | null,
  check: FeedCheck,
  gap = GAP,
): { watch: FeedWatch | null; observation: Observation | null } {
  const { at, isAnswer } = check;
  const isLate = isReordered(watch, at);
  const answer = isAnswer ? readAnswer(watch, check, gap) : { fresh: null, afterGap: false };
  if (!answer || (isLate && !isAnswer)) return { watch, observation: null };
  const afterPause = !isLate && isPause(watch, at, gap);
  return {
    watch: {
      newest: answer.fresh ? afterPrice(answer.fresh, watch?.newest) : (watch?.newest ?? null),
      lookedAt: isAnswer ? at : (watch?.lookedAt ?? null),
      checkedAt: isLate && watch ? watch.checkedAt : at,
    },
    observation: { ...check, ...answer, isLate, afterPause },
  };
}

/** The position after a price. */
export function afterPrice({ source }: ExactPrice, before: Position | null = null): Position {
  return positionAfter(source, source.isVerified ?? false, before);
}

function readAnswer(
  watch: FeedWatch | null,
  { at, trueAt, latest, isNew }: FeedCheck,
  gap: number,
) {
  const exact = latest && toExactPrice(latest);
  if (!exact) return null;
  const { newest = null } = watch ?? {};
  const last = newest && lastFor(exact.source.isVerified ?? false, newest);
  const order = last ? compareMoments(exact.source, last) : 1;
  const isFresh = last === null || (isNew ?? isNewer(exact.source, last, trueAt));
  if (order < 0 && !isFresh) return null;
  // If the newest price was dated in the future, prices in between were dropped: that is a gap.
  const afterGap = order < 0 || isGap(watch, exact.source, { at, gap });
  return { fresh: isFresh ? exact : null, afterGap };
}

function isGap(
  watch: FeedWatch | null,
  { publishTime }: AlertPrice,
  { at, gap }: { at: UnixMilliseconds; gap: number },
): boolean {
  if (watch === null || watch.lookedAt === null || watch.newest === null) return true;
  const elapsed = at - watch.lookedAt;
  // The clock was set back, so only the publish times show how long the silence was.
  if (elapsed < 0) return (publishTime - watch.newest.publishTime) * 1_000 > gap;
  return elapsed > gap;
}

/** A clock that was set back hides the length of a silence, so it counts as a pause. */
function isPause(watch: FeedWatch | null, at: UnixMilliseconds, gap: number): boolean {
  return watch === null || at < watch.checkedAt || at - watch.checkedAt > gap;
}

/** Slightly before the last check means out of order; long before, that the clock was set back. */
function isReordered(watch: FeedWatch | null, at: UnixMilliseconds): boolean {
  return watch !== null && at < watch.checkedAt && watch.checkedAt - at <= MAX_REORDERING_MS;
}
