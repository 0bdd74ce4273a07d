import { readFeedRefusal, type FeedRefusal } from '../connection/feed-refusal.ts';
import type { PriceServiceClient, PriceUpdate } from '../price-service/index.ts';
import type { MissingReason } from '../storage/prices.ts';
import { suspectedFeeds, type SuspectedFeeds } from '../storage/suspected-feeds.ts';
import {
  afterAnswer,
  afterRefusal,
  MAX_BATCH,
  nextBatch,
  withFeeds,
  withoutAnswered,
  withoutFeeds,
} from './suspects.ts';

/** Requests that one round spends on finding out which feeds the service refuses. */
export const MAX_SEARCH_REQUESTS = 10;

/** So many feeds, asked for one by one and all refused, stand for all of them. */
const SAMPLES = 5;

/** After so many refusals and no answer, samples show whether the service knows any feed at all. */
const REFUSALS_BEFORE_SAMPLES = 3;

/** What a round has found out so far. */
export interface Verdicts {
  /** Feeds that the service refused alone or by name. */
  missing: Record<string, MissingReason>;
  /** Feeds of the batches that the service answered. */
  answered: string[];
  /** Feeds that may be refused; the next round goes on with them. */
  suspects: SuspectedFeeds;
}

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
  const call = (batch: string[]) => client.getLatestPriceUpdates(batch, { signal });
  return askInBatches(ids, call, options);
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
  const { isDoubtful = () => false, canSearch = true, onUpdate, onProgress } = options;
  const before = options.suspects ?? suspectedFeeds.fallback;
  const all = withFeeds(before, ids, false).ids;
  const updates: PriceUpdate[] = [];
  const answered = new Set<string>();
  const missing = new Map<string, MissingReason>();
  const named = new Set<string>();
  let suspects = before;
  let hasAnswer = options.knowsSome ?? false;
  let spent = 0;

  const none = (await askAll()) ?? (await search());
  const isEachUnnamed = !hasAnswer && missing.size === all.length && named.size < all.length;
  if (none !== null || isEachUnnamed) return nothingKnown(none ?? commonReason(missing));
  return { ...verdicts(), updates, none: null };

  /** Asks for the feeds that are expected to be answered; gives a reason where none is. */
  async function askAll(): Promise<MissingReason | null> {
    for (let first = 0; first < ids.length; first += MAX_BATCH) {
      const batch = ids.slice(first, first + MAX_BATCH);
      await askKnown(batch.filter((id) => !missing.has(id) && !answered.has(id)));
      const isInDoubt = suspects !== before || spent >= REFUSALS_BEFORE_SAMPLES;
      const none = isInDoubt ? await sample() : null;
      if (none !== null) return none;
    }
    return null;
  }

  async function askKnown(batch: readonly string[]): Promise<void> {
    if (batch.length === 0) return;
    if (spent >= (hasAnswer ? MAX_SEARCH_REQUESTS : REFUSALS_BEFORE_SAMPLES)) {
      suspects = withFeeds(suspects, batch, false);
      return;
    }
    const refusal = await ask(batch);
    if (!refusal) return;
    if (settle(batch, refusal)) return askKnown(batch.filter((id) => !missing.has(id)));
    const certain = batch.filter((id) => !isDoubtful(id));
    if (certain.length === 0 || certain.length === batch.length) {
      suspects = withFeeds(suspects, batch, true);
      return;
    }
    await askKnown(certain);
    await askKnown(batch.filter(isDoubtful));
  }

  /**
   * Unless there was an answer: asks for feeds from different places, one by one, until one is
   * answered; gives the reason where none is.
   */
  async function sample(): Promise<MissingReason | null> {
    const open = all.filter((id) => !missing.has(id));
    if (hasAnswer || open.length === 0) return null;
    const count = Math.min(SAMPLES, open.length);
    for (let index = 0; index < count; index += 1) {
      // Other feeds each round: those of the last one may be the only ones that are refused.
      const place = Math.floor((index * open.length) / count) + before.emptyRounds;
      const feed = open.slice(place % open.length).slice(0, 1);
      const refusal = await ask(feed);
      if (!refusal) {
        spent += 1;
        return null;
      }
      settle(feed, refusal);
    }
    return commonReason(missing);
  }

  /** Asks for the suspects in ever smaller batches until the refused ones are found. */
  async function search(): Promise<MissingReason | null> {
    if (!canSearch && spent === 0) return null;
    const none = suspects.ids.length > 0 ? await sample() : null;
    while (none === null && suspects.ids.length > 0 && spent < MAX_SEARCH_REQUESTS) {
      const batch = nextBatch(suspects);
      const after = afterAnswer(suspects);
      const refusal = await ask(batch);
      if (!refusal) {
        suspects = after;
        spent += 1;
      } else if (!settle(batch, refusal)) suspects = afterRefusal(suspects);
      await onProgress?.(verdicts());
    }
    return none;
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
    for (const id of batch) answered.add(id);
    suspects = withoutAnswered(suspects, batch);
    await onUpdate?.(update);
    return null;
  }

  /** Whether the refusal says of any feed of the batch that it is missing. */
  function settle(batch: readonly string[], refusal: FeedRefusal): boolean {
    const isAlike = refusal.reason === 'no-data' && batch.every(isDoubtful);
    const settled = batch.length === 1 || isAlike ? batch : refusal.named;
    for (const id of settled) missing.set(id, refusal.reason);
    for (const id of refusal.named) named.add(id);
    suspects = withoutFeeds(suspects, settled);
    return settled.length > 0;
  }

  function verdicts(): Verdicts {
    return {
      missing: Object.fromEntries(missing),
      answered: [...answered],
      suspects: { ...suspects, emptyRounds: 0 },
    };
  }

  /** Single verdicts would blame the feeds for what is the service's, or the base URL's, fault. */
  function nothingKnown(none: MissingReason): PollResult {
    const emptyRounds = before.emptyRounds + 1;
    const open = { ids: all, refused: 0, batchSize: 0, emptyRounds };
    return { missing: {}, answered: [], suspects: open, updates, none };
  }
}

function commonReason(missing: ReadonlyMap<string, MissingReason>): MissingReason {
  const [reason = 'unknown', ...others] = new Set(missing.values());
  return others.length === 0 ? reason : 'unknown';
}
