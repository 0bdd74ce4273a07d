import { z } from '../../zod.ts';
import {
  compareMoments,
  isFromFuture,
  readFigures,
  type AlertSample,
  type Figures,
} from '../model/sample.ts';

/** Something that happened to one feed. */
export type FeedEvent =
  /** The price service answered for this feed. Pass every answer, even without a newer price. */
  | {
      readonly type: 'sample';
      readonly sample: AlertSample;
      /** Local clock minus true time, milliseconds. Default 0. */
      readonly skewMs?: number;
    }
  /** Time passed, or the market opened or closed. */
  | {
      readonly type: 'tick';
      /** Unix milliseconds. */
      readonly at: number;
      readonly marketOpen: boolean;
      readonly stale: boolean;
      /** The latest known price, shown in the text of a firing. */
      readonly latest: AlertSample | null;
      /** As above. */
      readonly skewMs?: number;
    };

/**
 * When a feed was last checked. All its alerts share this, so that a price that affects none of
 * them leaves their states unchanged. Keep it in session storage: after a browser restart it must
 * be gone, so that the time before counts as a gap.
 */
export const feedWatchSchema = z.object({
  /** Position of the newest sample; `null` before the first. Publish time in unix seconds. */
  newest: z.nullable(z.object({ publishTime: z.number(), slot: z.nullable(z.number()) })),
  /** Unix milliseconds of the last answer for this feed. */
  lookedAt: z.nullable(z.number()),
  /** Unix milliseconds of the last event of any type. */
  checkedAt: z.number(),
});
export type FeedWatch = z.infer<typeof feedWatchSchema>;

/** An event in the form that the feed's alerts are evaluated with. */
export interface Observation {
  /** Unix milliseconds by the local clock. Times that the user sets are compared with this one. */
  readonly at: number;
  /** Corrected time, unix milliseconds. Publish times are compared with this one. */
  readonly trueAt: number;
  readonly marketOpen: boolean;
  readonly stale: boolean;
  /** A price newer than all before it; `null` if the event has none. */
  readonly fresh: Figures | null;
  /** The latest known price, old or new. */
  readonly latest: AlertSample | null;
  /**
   * Received slightly before the last event. The price may still be new, but the clock is behind.
   */
  readonly isLate: boolean;
  /** There was no answer for longer than the gap just before this one. */
  readonly afterGap: boolean;
  /** There was no event of any type for longer than the gap just before this one. */
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
 * Updates the watch with an event. `observation` is `null` if the event is to be ignored: an older
 * price, an unreadable price, or a tick from before the last event.
 *
 * @param gap milliseconds
 */
export function observe(
  watch: FeedWatch | null,
  event: FeedEvent,
  gap = GAP,
): { watch: FeedWatch | null; observation: Observation | null } {
  return event.type === 'tick' ? observeTick(watch, event, gap) : observeSample(watch, event, gap);
}

function observeTick(
  watch: FeedWatch | null,
  { at, marketOpen, stale, latest, skewMs = 0 }: Extract<FeedEvent, { type: 'tick' }>,
  gap: number,
) {
  if (isReordered(watch, at)) return { watch, observation: null };
  const observation = {
    at,
    trueAt: at - skewMs,
    marketOpen,
    stale,
    fresh: null,
    latest,
    isLate: false,
    afterGap: false,
    afterPause: isPause(watch, at, gap),
  };
  const newest = watch?.newest ?? null;
  return { watch: { newest, lookedAt: watch?.lookedAt ?? null, checkedAt: at }, observation };
}

function observeSample(
  watch: FeedWatch | null,
  { sample, skewMs = 0 }: Extract<FeedEvent, { type: 'sample' }>,
  gap: number,
) {
  const at = sample.receivedAt;
  const trueAt = at - skewMs;
  const figures = readFigures(sample);
  const newest = watch?.newest ?? null;
  const order = newest === null ? 1 : compareMoments(sample, newest);
  // A price dated in the future must not block correct ones. Prices in between were dropped, so
  // this counts as a gap.
  const isBackFromFuture =
    order < 0 && newest !== null && isFromFuture(newest, trueAt) && !isFromFuture(sample, trueAt);
  if (!figures || (order < 0 && !isBackFromFuture)) return { watch, observation: null };

  const isFresh = order > 0 || isBackFromFuture;
  const isLate = isReordered(watch, at);
  const { publishTime, slot, marketOpen, stale } = sample;
  const observation = {
    at,
    trueAt,
    marketOpen,
    stale,
    fresh: isFresh ? figures : null,
    latest: sample,
    isLate,
    afterGap: isBackFromFuture || isGap(watch, sample, gap),
    afterPause: !isLate && isPause(watch, at, gap),
  };
  const checkedAt = isLate && watch !== null ? watch.checkedAt : at;
  return {
    watch: { newest: isFresh ? { publishTime, slot } : newest, lookedAt: at, checkedAt },
    observation,
  };
}

function isGap(watch: FeedWatch | null, sample: AlertSample, gap: number): boolean {
  if (watch === null || watch.lookedAt === null || watch.newest === null) return true;
  const elapsed = sample.receivedAt - watch.lookedAt;
  // The clock was set back, so only the publish times show how long the silence was.
  if (elapsed < 0) return (sample.publishTime - watch.newest.publishTime) * 1_000 > gap;
  return elapsed > gap;
}

/** A clock that was set back hides the length of a silence, so it counts as a pause. */
function isPause(watch: FeedWatch | null, at: number, gap: number): boolean {
  return watch === null || at < watch.checkedAt || at - watch.checkedAt > gap;
}

/** Slightly before the last event means out of order; long before, that the clock was set back. */
function isReordered(watch: FeedWatch | null, at: number): boolean {
  return watch !== null && at < watch.checkedAt && watch.checkedAt - at <= MAX_REORDERING_MS;
}
