import { NoFeedKnownError } from '../connection/feed-refusal.ts';
import type { ServiceProblem } from '../connection/service-problem.ts';
import type { PriceServiceClient, PriceUpdate } from '../price-service/index.ts';
import { polling } from '../storage/connection.ts';
import { suspectedFeeds } from '../storage/suspected-feeds.ts';
import type { FeedId } from '../units.ts';
import { askInBatches } from './ask-in-batches.ts';
import type { RoundOptions } from './round.ts';
import { areAllMissing, deleteSuspects, storeVerdicts } from './verdicts.ts';

/** What a poll requests. */
export interface PollQuery extends Pick<RoundOptions, 'canSearch' | 'knowsSome'> {
  ids: readonly FeedId[];
}

/** The polls of one worker: one at a time. */
export interface Polls {
  /** Requests these feeds, unless a poll of all of them is in progress. */
  start: (client: PriceServiceClient, query: PollQuery) => void;
  /** Ends the poll in progress. Its answer is not stored. */
  abort: () => void;
}

interface PollsOptions {
  /** Stores an answer. Resolves with the reason if that was not possible. */
  store: (update: PriceUpdate) => Promise<ServiceProblem | null>;
  /**
   * @param hasVerdicts whether other feeds than before are missing or suspected
   * @param problem why not all of the answer is stored; `null`: it is
   */
  onAnswered: (hasVerdicts: boolean, problem: ServiceProblem | null) => Promise<void>;
  onFailed: (error: unknown) => Promise<void>;
}

/** The time and outcome of the last poll are in storage, for the next worker. */
export function createPolls({ store, onAnswered, onFailed }: PollsOptions): Polls {
  let current: { ids: ReadonlySet<FeedId>; abort: AbortController } | undefined;

  function abort(): void {
    current?.abort.abort();
    current = undefined;
  }

  function start(client: PriceServiceClient, query: PollQuery): void {
    if (current && query.ids.every((id) => current?.ids.has(id))) return;
    abort();
    const poll = { ids: new Set(query.ids), abort: new AbortController() };
    current = poll;
    void run(client, query, poll.abort.signal).finally(() => {
      if (current === poll) current = undefined;
    });
  }

  async function run(
    client: PriceServiceClient,
    { ids, ...options }: PollQuery,
    signal: AbortSignal,
  ): Promise<void> {
    let problem: ServiceProblem | null = null;
    let hasVerdicts = false;
    try {
      const request = (batch: string[]) => client.getLatestPriceUpdates(batch, { signal });
      const suspects = await suspectedFeeds.getValue();
      const [result] = await Promise.all([
        askInBatches(ids, request, {
          ...options,
          suspects,
          onUpdate: async (update) => {
            if (!signal.aborted) problem = (await store(update)) ?? problem;
          },
          onProgress: async (verdicts) => {
            hasVerdicts = (await storeVerdicts(verdicts, signal)) || hasVerdicts;
          },
        }),
        // The request does not wait for this. The next worker polls too early at worst.
        polling.update((known) => ({ ...known, triedAt: Date.now() })),
      ]);
      hasVerdicts = (await storeVerdicts(result, signal)) || hasVerdicts;
      if (signal.aborted) return;
      if (result.none !== null) {
        // Only missing feeds were requested, and they are still missing.
        if (await areAllMissing(result.suspects.ids)) return await deleteSuspects();
        throw new NoFeedKnownError(result.none);
      }
      await polling.update((known) => ({ ...known, failures: 0 }));
      await onAnswered(hasVerdicts, problem);
    } catch (error) {
      if (signal.aborted) return;
      await polling.update((known) => ({ ...known, failures: known.failures + 1 }));
      await onFailed(error);
    }
  }

  return { start, abort };
}
