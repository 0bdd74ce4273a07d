import { readFeedRefusal, type FeedRefusal } from '../../domain/connection/feed-refusal.ts';
import type { PriceUpdate } from '../../price-service/index.ts';
import { suspectedFeeds } from '../../storage/values/suspected-feeds.ts';
import type { FeedId } from '../../base/units.ts';
import * as rounds from './round.ts';
import type { PollResult, Round, RoundOptions } from './round.ts';
import { MAX_BATCH, nextBatch, withFeeds } from './suspects.ts';

/** Requests that one round may spend on finding refused feeds. */
const MAX_SEARCH_REQUESTS = 10;

/** If the service refuses this many feeds one by one, we assume that it knows no feed. */
const SAMPLES = 5;

/** After this many refusals, samples show whether the service knows any feed. */
const REFUSALS_BEFORE_SAMPLES = 3;

interface Poll {
  readonly ids: readonly FeedId[];
  readonly call: (batch: string[]) => Promise<PriceUpdate>;
  readonly options: RoundOptions;
  readonly round: Round;
  readonly updates: PriceUpdate[];
  hasAnswer: boolean;
  spent: number;
}

/**
 * Requests all feeds in large batches. One refused feed makes the service refuse its whole batch.
 * If the service doesn't name it, smaller batches find it. Feeds without a verdict after
 * `MAX_SEARCH_REQUESTS` stay in `suspects` for the next round.
 * @throws whatever `call` throws, unless it refuses feeds (see `readFeedRefusal`)
 */
export async function askInBatches(
  ids: readonly FeedId[],
  call: Poll['call'],
  options: RoundOptions = {},
): Promise<PollResult> {
  const round = rounds.startRound(ids, options.suspects ?? suspectedFeeds.fallback);
  const hasAnswer = options.knowsSome ?? false;
  const poll: Poll = { ids, call, options, round, updates: [], hasAnswer, spent: 0 };
  const isNoneKnown =
    (await askAll(poll)) ||
    (await search(poll)) ||
    (!poll.hasAnswer && rounds.isEachRefused(round));
  const { updates } = poll;
  return isNoneKnown
    ? { ...rounds.verdictsOfNone(round), updates, none: rounds.commonReason(round) }
    : { ...rounds.verdictsOf(round), updates, none: null };
}

/** Requests the feeds that are not suspected. Resolves with `true` if the service knows no feed. */
async function askAll(poll: Poll): Promise<boolean> {
  const { ids, round } = poll;
  for (let first = 0; first < ids.length; first += MAX_BATCH) {
    await askBatch(poll, rounds.openFeeds(round, ids.slice(first, first + MAX_BATCH)));
    const isInDoubt = rounds.hasNewSuspects(round) || poll.spent >= REFUSALS_BEFORE_SAMPLES;
    if (isInDoubt && (await areSamplesRefused(poll))) return true;
  }
  return false;
}

async function askBatch(poll: Poll, batch: readonly string[]): Promise<void> {
  const { round, hasAnswer, spent } = poll;
  if (batch.length === 0) return;
  if (spent >= (hasAnswer ? MAX_SEARCH_REQUESTS : REFUSALS_BEFORE_SAMPLES)) {
    round.suspects = withFeeds(round.suspects, batch, false);
    return;
  }
  const refusal = await ask(poll, batch);
  if (refusal === null) rounds.accept(round, batch);
  else if (rounds.refuse(round, batch, refusal)) {
    await askBatch(poll, rounds.openFeeds(round, batch));
  } else await askApart(poll, batch, refusal);
}

async function askApart(poll: Poll, batch: readonly string[], refusal: FeedRefusal): Promise<void> {
  const { round, options } = poll;
  const isDoubtful = options.isDoubtful ?? (() => false);
  const doubtful = batch.filter(isDoubtful);
  if (doubtful.length > 0 && doubtful.length < batch.length) {
    const others = batch.filter((id) => !isDoubtful(id));
    await askBatch(poll, others);
    await askBatch(poll, doubtful);
  } else if (doubtful.length > 0 && refusal.reason === 'no-data') {
    // All of them lack a price for the same reason, such as a closed market.
    rounds.refuse(round, batch, { ...refusal, named: [...batch] });
  } else {
    round.suspects = withFeeds(round.suspects, batch, true);
  }
}

/** Requests feeds from all parts of the list, one by one, until one responds. */
async function areSamplesRefused(poll: Poll): Promise<boolean> {
  const { round, hasAnswer } = poll;
  const open = rounds.openFeeds(round);
  if (hasAnswer || open.length === 0) return false;
  const count = Math.min(SAMPLES, open.length);
  for (let index = 0; index < count; index += 1) {
    // Each round samples other feeds, as the last samples may be the only refused feeds.
    const place = Math.floor((index * open.length) / count) + round.before.emptyRounds;
    const feed = open.slice(place % open.length).slice(0, 1);
    const refusal = await ask(poll, feed);
    if (refusal === null) {
      poll.spent += 1;
      rounds.accept(round, feed);
      return false;
    }
    rounds.refuse(round, feed, refusal);
  }
  return true;
}

/** Requests the suspects in ever smaller batches until the refused ones are found. */
async function search(poll: Poll): Promise<boolean> {
  const { round, options } = poll;
  const hasSuspects = (): boolean => round.suspects.ids.length > 0;
  if (!hasSuspects() || (options.canSearch === false && poll.spent === 0)) return false;
  if (await areSamplesRefused(poll)) return true;
  while (hasSuspects() && poll.spent < MAX_SEARCH_REQUESTS) {
    const refusal = await ask(poll, nextBatch(round.suspects));
    if (refusal === null) {
      poll.spent += 1;
      rounds.acceptNext(round);
    } else rounds.refuseNext(round, refusal);
    await options.onProgress?.(rounds.verdictsOf(round));
  }
  return false;
}

async function ask(poll: Poll, batch: readonly string[]): Promise<FeedRefusal | null> {
  let update: PriceUpdate;
  try {
    update = await poll.call([...batch]);
  } catch (error) {
    const refusal = readFeedRefusal(error, batch);
    if (!refusal) throw error;
    poll.spent += 1;
    return refusal;
  }
  poll.hasAnswer = true;
  poll.updates.push(update);
  await poll.options.onUpdate?.(update);
  return null;
}
