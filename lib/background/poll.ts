import { readFeedRefusal, type FeedRefusal } from '../connection/feed-refusal.ts';
import type { PriceServiceClient, PriceUpdate } from '../price-service/index.ts';
import type { MissingReason } from '../storage/prices.ts';
import { suspectedFeeds, type SuspectedFeeds } from '../storage/suspected-feeds.ts';
import { createRound, type Verdicts } from './round.ts';
import { MAX_BATCH } from './suspects.ts';

/** Requests that one round spends on finding out which feeds the service refuses. */
export const MAX_SEARCH_REQUESTS = 10;

/** So many feeds, asked for one by one and all refused, stand for all of them. */
const SAMPLES = 5;

/** After so many refusals and no answer, samples show whether the service knows any feed at all. */
const REFUSALS_BEFORE_SAMPLES = 3;

export interface PollResult extends Verdicts {
  /** One for each batch that the service answered. */
  updates: PriceUpdate[];
  /** The service refused every feed, for this reason; nothing is said of single ones then. */
  none: MissingReason | null;
}

export interface RoundOptions {
  /** Whether a feed may well be without a price: such feeds are asked for apart from the others. */
  isDoubtful?: (id: string) => boolean;
  /** Feeds of batches that were refused in an earlier round. */
  suspects?: SuspectedFeeds;
  /** Whether they are asked for too; default yes. */
  canSearch?: boolean;
  /** Whether the service is known to have some of the feeds; default no. */
  knowsSome?: boolean;
  /** Called with each answer before the next request. */
  onUpdate?: (update: PriceUpdate) => Promise<void>;
  /** Called after each request of the search, so that another worker can go on from there. */
  onProgress?: (verdicts: Verdicts) => Promise<void>;
}

/** Reads the latest prices of all feeds, as `askInBatches` does. */
export async function pollPrices(
  client: PriceServiceClient,
  ids: readonly string[],
  signal: AbortSignal,
  options?: RoundOptions,
): Promise<PollResult> {
  return askInBatches(ids, (batch) => client.getLatestPriceUpdates(batch, { signal }), options);
}

/**
 * Asks for all feeds in large batches. One refused feed makes the service refuse its whole batch. If
 * the service does not name it, smaller batches find it, so that one bad feed never hides the
 * others. The search is limited to `MAX_SEARCH_REQUESTS`: what is still open then is left in
 * `suspects` for the next round.
 *
 * @throws whatever `call` throws, unless it refuses feeds (see `readFeedRefusal`)
 */
export async function askInBatches(
  ids: readonly string[],
  call: (batch: string[]) => Promise<PriceUpdate>,
  options: RoundOptions = {},
): Promise<PollResult> {
  const {
    isDoubtful = () => false,
    canSearch = true,
    suspects = suspectedFeeds.fallback,
  } = options;
  const round = createRound(ids, suspects);
  const updates: PriceUpdate[] = [];
  let hasAnswer = options.knowsSome ?? false;
  let spent = 0;

  const isNoneKnown = (await askAll()) || (await search()) || (!hasAnswer && round.isEachRefused);
  return isNoneKnown
    ? { ...round.verdictsOfNone(), updates, none: round.commonReason() }
    : { ...round.verdicts(), updates, none: null };

  /** Asks for the feeds that are expected to be answered. Whether it shows that none is known. */
  async function askAll(): Promise<boolean> {
    for (let first = 0; first < ids.length; first += MAX_BATCH) {
      await askKnown(round.open(ids.slice(first, first + MAX_BATCH)));
      const isInDoubt = round.hasNewSuspects || spent >= REFUSALS_BEFORE_SAMPLES;
      if (isInDoubt && (await areSamplesRefused())) return true;
    }
    return false;
  }

  async function askKnown(batch: readonly string[]): Promise<void> {
    if (batch.length === 0) return;
    if (spent >= (hasAnswer ? MAX_SEARCH_REQUESTS : REFUSALS_BEFORE_SAMPLES)) {
      round.suspect(batch, false);
      return;
    }
    const refusal = await ask(batch);
    if (refusal === null) round.accept(batch);
    else if (round.refuse(batch, refusal)) await askKnown(round.open(batch));
    else await askApart(batch, refusal);
  }

  async function askApart(batch: readonly string[], refusal: FeedRefusal): Promise<void> {
    const doubtful = batch.filter(isDoubtful);
    if (doubtful.length > 0 && doubtful.length < batch.length) {
      await askKnown(batch.filter((id) => !isDoubtful(id)));
      await askKnown(doubtful);
    } else if (doubtful.length > 0 && refusal.reason === 'no-data') {
      // Feeds that are without a price for the same cause, such as a closed market, are alike.
      round.refuse(batch, { ...refusal, named: [...batch] });
    } else {
      round.suspect(batch, true);
    }
  }

  /** Asks for feeds from different places, one by one, until one is answered. */
  async function areSamplesRefused(): Promise<boolean> {
    const open = round.open();
    if (hasAnswer || open.length === 0) return false;
    const count = Math.min(SAMPLES, open.length);
    for (let index = 0; index < count; index += 1) {
      // Other feeds each round: those of the last one may be the only ones that are refused.
      const place = Math.floor((index * open.length) / count) + suspects.emptyRounds;
      const feed = open.slice(place % open.length).slice(0, 1);
      const refusal = await ask(feed);
      if (refusal === null) {
        spent += 1;
        round.accept(feed);
        return false;
      }
      round.refuse(feed, refusal);
    }
    return true;
  }

  /** Asks for the suspects in ever smaller batches until the refused ones are found. */
  async function search(): Promise<boolean> {
    if (!round.hasSuspects || (!canSearch && spent === 0)) return false;
    if (await areSamplesRefused()) return true;
    while (round.hasSuspects && spent < MAX_SEARCH_REQUESTS) {
      const refusal = await ask(round.next());
      if (refusal === null) {
        spent += 1;
        round.acceptNext();
      } else round.refuseNext(refusal);
      await options.onProgress?.(round.verdicts());
    }
    return false;
  }

  async function ask(batch: readonly string[]): Promise<FeedRefusal | null> {
    let update: PriceUpdate;
    try {
      update = await call([...batch]);
    } catch (error) {
      const refusal = readFeedRefusal(error, batch);
      if (!refusal) throw error;
      spent += 1;
      return refusal;
    }
    hasAnswer = true;
    updates.push(update);
    await options.onUpdate?.(update);
    return null;
  }
}
