import type { FeedRefusal } from '../connection/feed-refusal.ts';
import type { MissingReason } from '../storage/prices.ts';
import type { SuspectedFeeds } from '../storage/suspected-feeds.ts';
import {
  afterAnswer,
  afterRefusal,
  nextBatch,
  withFeeds,
  withoutAnswered,
  withoutFeeds,
} from './suspects.ts';

/** What a round has found out so far. */
export interface Verdicts {
  /** Feeds that the service refused alone or by name. */
  missing: Record<string, MissingReason>;
  /** Feeds of the batches that the service answered. */
  answered: string[];
  /** Feeds that may be refused; the next round goes on with them. */
  suspects: SuspectedFeeds;
}

/** One round's knowledge of its feeds. */
export type Round = ReturnType<typeof createRound>;

/** @param before what an earlier round left open */
export function createRound(ids: readonly string[], before: SuspectedFeeds) {
  const all = withFeeds(before, ids, false).ids;
  const old = new Set(before.ids);
  const missing = new Map<string, MissingReason>();
  const answered = new Set<string>();
  const named = new Set<string>();
  let suspects = before;

  return {
    get hasSuspects() {
      return suspects.ids.length > 0;
    },
    /** Whether a batch was refused of which it is not known why. */
    get hasNewSuspects() {
      return suspects.ids.some((id) => !old.has(id));
    },
    /** Whether the service refused each feed of the round, and not all of them by name. */
    get isEachRefused() {
      return missing.size === all.length && named.size < all.length;
    },
    /** The feeds of which it is not known whether the service gives them. */
    open: (some: readonly string[] = all) =>
      some.filter((id) => !missing.has(id) && !answered.has(id)),
    /** The batch of suspects to ask for next. */
    next: () => nextBatch(suspects),
    accept(batch: readonly string[]): void {
      for (const id of batch) answered.add(id);
      suspects = withoutAnswered(suspects, batch);
    },
    acceptNext(): void {
      const after = afterAnswer(suspects);
      this.accept(nextBatch(suspects));
      suspects = after;
    },
    /** @returns whether the refusal settles of any feed of the batch that it is missing */
    refuse(batch: readonly string[], refusal: FeedRefusal): boolean {
      const settled = batch.length === 1 ? batch : refusal.named;
      for (const id of settled) missing.set(id, refusal.reason);
      for (const id of refusal.named) named.add(id);
      suspects = withoutFeeds(suspects, settled);
      return settled.length > 0;
    },
    refuseNext(refusal: FeedRefusal): void {
      if (!this.refuse(nextBatch(suspects), refusal)) suspects = afterRefusal(suspects);
    },
    suspect(batch: readonly string[], isRefused: boolean): void {
      suspects = withFeeds(suspects, batch, isRefused);
    },
    /** Why the refused feeds are: the reason that all of them share. */
    commonReason(): MissingReason {
      const [reason = 'unknown', ...others] = new Set(missing.values());
      return others.length === 0 ? reason : 'unknown';
    },
    verdicts: (): Verdicts => ({
      missing: Object.fromEntries(missing),
      answered: [...answered],
      suspects: { ...suspects, emptyRounds: 0 },
    }),
    /** Single verdicts would blame the feeds for what is the fault of the service or its address. */
    verdictsOfNone: (): Verdicts => ({
      missing: {},
      answered: [],
      suspects: { ids: all, refused: 0, batchSize: 0, emptyRounds: before.emptyRounds + 1 },
    }),
  };
}
