import { z } from '../zod.ts';
import {
  compareMoments,
  isFromFuture,
  readFigures,
  type AlertSample,
  type Figures,
} from './sample.ts';

/** Something that happened to one feed. */
export type FeedEvent =
  /** The service answered for this feed, with a newer price or not: give every answer. */
  | {
      readonly type: 'sample';
      readonly sample: AlertSample;
      /** Local clock minus true time, milliseconds; default 0. */
      readonly skewMs?: number;
    }
  /** Time passed, or the market opened or closed. */
  | {
      readonly type: 'tick';
      /** Unix milliseconds. */
      readonly at: number;
      readonly marketOpen: boolean;
      readonly stale: boolean;
      /** The latest known price, for the words of a firing. */
      readonly latest: AlertSample | null;
      /** As above. */
      readonly skewMs?: number;
    };

/**
 * When a feed was last looked at, shared by all its alerts, so that a price that moves none of them
 * changes no alert's state. It belongs where it dies with the browser (session storage): without
 * it, whatever happened before counts as not looked at.
 */
export const feedWatchSchema = z.object({
  /** The newest sample's place; `null`: none yet. Publish time in unix seconds. */
  newest: z.nullable(z.object({ publishTime: z.number(), slot: z.nullable(z.number()) })),
  /** Unix milliseconds of the last answer for this feed. */
  lookedAt: z.nullable(z.number()),
  /** Unix milliseconds of the last event of any type. */
  checkedAt: z.number(),
});
export type FeedWatch = z.infer<typeof feedWatchSchema>;

/** An event as the alerts of the feed see it. */
export interface Observation {
  /** Unix milliseconds by the local clock: what the user set by it goes by it. */
  readonly at: number;
  /** Corrected time, unix milliseconds: to be compared with publish times. */
  readonly trueAt: number;
  readonly marketOpen: boolean;
  readonly stale: boolean;
  /** A price that is newer than all before; `null`: this event brought none. */
  readonly fresh: Figures | null;
  /** The latest known price, old or new. */
  readonly latest: AlertSample | null;
  /** Received slightly before the last event: its price may be new, its time is not. */
  readonly isLate: boolean;
  /** Nobody looked at the price just before. */
  readonly afterGap: boolean;
  /** Nobody looked at the clock just before. */
  readonly afterPause: boolean;
}

/** Without a look for longer than this, what moved meanwhile moved while nobody looked. */
export const GAP = 5 * 60_000;
const REORDERED = 60_000;

/**
 * The gap, in milliseconds, for a background that asks every `pollSeconds`: one failed poll must
 * not make a gap, or crossings would be lost where polls are as rare as the gap is long.
 */
export function gapFor(pollSeconds: number): number {
  return Math.max(GAP, 2.5 * pollSeconds * 1_000);
}

/**
 * Takes one event into the watch. `seen` is `null` where the event says nothing: an older price, a
 * price that is no number, a tick from before the last event.
 */
export function look(
  watch: FeedWatch | null,
  event: FeedEvent,
  gap = GAP,
): { watch: FeedWatch | null; seen: Observation | null } {
  return event.type === 'tick' ? lookAtClock(watch, event, gap) : lookAtSample(watch, event, gap);
}

function lookAtClock(
  watch: FeedWatch | null,
  { at, marketOpen, stale, latest, skewMs = 0 }: Extract<FeedEvent, { type: 'tick' }>,
  gap: number,
) {
  if (isReordered(watch, at)) return { watch, seen: null };
  const seen = {
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
  return { watch: { newest, lookedAt: watch?.lookedAt ?? null, checkedAt: at }, seen };
}

function lookAtSample(
  watch: FeedWatch | null,
  { sample, skewMs = 0 }: Extract<FeedEvent, { type: 'sample' }>,
  gap: number,
) {
  const at = sample.receivedAt;
  const trueAt = at - skewMs;
  const figures = readFigures(sample);
  const newest = watch?.newest ?? null;
  const order = newest === null ? 1 : compareMoments(sample, newest);
  // A newest price from the future must not shut out the present; what came between is unknown.
  const isBack =
    order < 0 && newest !== null && isFromFuture(newest, trueAt) && !isFromFuture(sample, trueAt);
  if (!figures || (order < 0 && !isBack)) return { watch, seen: null };

  const isFresh = order > 0 || isBack;
  const isLate = isReordered(watch, at);
  const { publishTime, slot, marketOpen, stale } = sample;
  const seen = {
    at,
    trueAt,
    marketOpen,
    stale,
    fresh: isFresh ? figures : null,
    latest: sample,
    isLate,
    afterGap: isBack || isGap(watch, sample, gap),
    afterPause: !isLate && isPause(watch, at, gap),
  };
  const checkedAt = isLate && watch !== null ? watch.checkedAt : at;
  return {
    watch: { newest: isFresh ? { publishTime, slot } : newest, lookedAt: at, checkedAt },
    seen,
  };
}

function isGap(watch: FeedWatch | null, sample: AlertSample, gap: number): boolean {
  if (watch === null || watch.lookedAt === null || watch.newest === null) return true;
  const elapsed = sample.receivedAt - watch.lookedAt;
  // The clock was set back: only the publish times still tell how long nobody looked.
  if (elapsed < 0) return (sample.publishTime - watch.newest.publishTime) * 1_000 > gap;
  return elapsed > gap;
}

/** A clock set back hides how long nobody looked: that counts as a pause. */
function isPause(watch: FeedWatch | null, at: number, gap: number): boolean {
  return watch === null || at < watch.checkedAt || at - watch.checkedAt > gap;
}

/** Slightly earlier than the last event: out of order. Much earlier: the clock was set back. */
function isReordered(watch: FeedWatch | null, at: number): boolean {
  return watch !== null && at < watch.checkedAt && watch.checkedAt - at <= REORDERED;
}
