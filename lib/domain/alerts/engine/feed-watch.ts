import type { FeedId, UnixMilliseconds, UnixSeconds } from '../../../base/units.ts';
import type { FeedWatch, Waiting } from '../model/feed-alerts.ts';
import {
  compareMoments,
  isNewer,
  lastFor,
  positionAfter,
  type NewestMoment,
} from '../../prices/newer.ts';
import { toExactPrice, type AlertPrice, type ExactPrice } from '../model/price.ts';
import type { MadeOf } from '../model/state.ts';

/** The price service responded, or time passed. */
export interface FeedCheck {
  readonly subjectId: string;
  /** True even for a response without a newer price. */
  readonly isAnswer: boolean;
  /** By the local clock, for times that the user sets. */
  readonly at: UnixMilliseconds;
  /** Corrected time, for publish times. */
  readonly trueAt: UnixMilliseconds;
  readonly marketOpen: boolean;
  readonly isAfterHours?: boolean;
  readonly stale: boolean;
  /** From the response, or else the latest known price. */
  readonly latest: AlertPrice | null;
  /** Publish time of the previous price; absent for a calculated figure. */
  readonly knownUntil?: UnixSeconds | undefined;
  /** Absent for a feed's own price. */
  readonly madeOf?: Omit<MadeOf, 'changedAt'>;
  /** Absent for a feed's own price, whose publish time shows it. */
  readonly isNew?: boolean;
  /** The feed whose stale price keeps the figure from being calculated. */
  readonly lateFeed?: FeedId | undefined;
  /** Prices of a calculated figure that wait for others. */
  readonly waiting?: Waiting | undefined;
}

/** A check compared with earlier ones. */
export interface Observation extends FeedCheck {
  /** `null` if the price is not newer than all earlier ones. */
  readonly fresh: ExactPrice | null;
  /** Received slightly before the last check: the price may be new although the clock is behind. */
  readonly isLate: boolean;
  /** True if no response came for longer than the gap before this one. */
  readonly afterGap: boolean;
  /** True if no check was made for longer than the gap before this one. */
  readonly afterPause: boolean;
}

/** In milliseconds. Changes after a longer silence count as "while offline". */
export const GAP = 5 * 60_000;
const MAX_REORDERING_MS = 60_000;

/**
 * The gap in milliseconds for a polling interval. It exceeds two polls, so one failed poll is no
 * gap.
 */
export function gapFor(pollSeconds: number): number {
  return Math.max(GAP, 2.5 * pollSeconds * 1_000);
}

/**
 * Updates the watch. `observation` is `null` for a check to ignore: an older or unreadable price,
 * or a tick from before the last check. @param gap milliseconds
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
      ...sleptUntil(watch, at, afterPause),
    },
    observation: { ...check, ...answer, isLate, afterPause },
  };
}

function sleptUntil(watch: FeedWatch | null, at: UnixMilliseconds, afterPause: boolean) {
  const until = afterPause && watch !== null ? at : watch?.sleptUntil;
  return until === undefined ? {} : { sleptUntil: until };
}

export function afterPrice(
  { source }: ExactPrice,
  before: NewestMoment | null = null,
): NewestMoment {
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
  // Prices after one dated in the future were dropped, so that is a gap.
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
  // The clock was set back, so publish times measure the silence.
  if (elapsed < 0) return (publishTime - watch.newest.publishTime) * 1_000 > gap;
  return elapsed > gap;
}

/** A clock that was set back hides a silence, so it counts as a pause. */
function isPause(watch: FeedWatch | null, at: UnixMilliseconds, gap: number): boolean {
  return watch === null || at < watch.checkedAt || at - watch.checkedAt > gap;
}

/** Slightly before the last check: out of order. Long before: the clock was set back. */
function isReordered(watch: FeedWatch | null, at: UnixMilliseconds): boolean {
  return watch !== null && at < watch.checkedAt && watch.checkedAt - at <= MAX_REORDERING_MS;
}
