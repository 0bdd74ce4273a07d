import { NoFeedKnownError } from '../connection/feed-refusal.ts';
import type { ServiceProblem } from '../connection/service-problem.ts';
import type { PriceServiceClient, PriceUpdate } from '../price-service/index.ts';
import { polling } from '../storage/connection.ts';
import { suspectedFeeds } from '../storage/suspected-feeds.ts';
import { pollPrices, type RoundOptions } from './poll.ts';
import { areAllMissing, forgetSuspects, storeVerdicts } from './verdicts.ts';

/** What a poll is to find out. */
export interface PollQuestion extends Pick<RoundOptions, 'canSearch' | 'knowsSome'> {
  ids: readonly string[];
}

/** The polls of one worker: one at a time. */
export interface Polls {
  /** Asks for these feeds, unless a poll that asks for all of them is under way. */
  start: (client: PriceServiceClient, question: PollQuestion) => void;
  /** Drops the one that is under way, and its answer. */
  abort: () => void;
}

interface PollsOptions {
  /** Stores an answer. Returns why it could not be stored. */
  take: (update: PriceUpdate) => Promise<ServiceProblem | null>;
  /**
   * @param hasVerdicts whether it is known of other feeds than before that the service gives them or
   *   does not
   * @param problem why not all of the answer is stored; `null`: it is
   */
  onAnswered: (hasVerdicts: boolean, problem: ServiceProblem | null) => Promise<void>;
  onFailed: (error: unknown) => Promise<void>;
}

/** When it was polled, and what came of it, is kept in storage for the next worker. */
export function createPolls({ take, onAnswered, onFailed }: PollsOptions): Polls {
  let current: { ids: ReadonlySet<string>; abort: AbortController } | undefined;

  function abort(): void {
    current?.abort.abort();
    current = undefined;
  }

  function start(client: PriceServiceClient, question: PollQuestion): void {
    if (current && question.ids.every((id) => current?.ids.has(id))) return;
    abort();
    const poll = { ids: new Set(question.ids), abort: new AbortController() };
    current = poll;
    void run(client, question, poll.abort.signal).finally(() => {
      if (current === poll) current = undefined;
    });
  }

  async function run(
    client: PriceServiceClient,
    { ids, ...question }: PollQuestion,
    signal: AbortSignal,
  ): Promise<void> {
    await polling.update((known) => ({ ...known, triedAt: Date.now() }));
    let problem: ServiceProblem | null = null;
    let hasVerdicts = false;
    try {
      const result = await pollPrices(client, ids, signal, {
        ...question,
        suspects: await suspectedFeeds.getValue(),
        onUpdate: async (update) => {
          if (!signal.aborted) problem = (await take(update)) ?? problem;
        },
        onProgress: async (verdicts) => {
          hasVerdicts = (await storeVerdicts(verdicts, signal)) || hasVerdicts;
        },
      });
      hasVerdicts = (await storeVerdicts(result, signal)) || hasVerdicts;
      if (signal.aborted) return;
      if (result.none !== null) {
        // Missing feeds were asked for again, and are still missing.
        if (await areAllMissing(result.suspects.ids)) return await forgetSuspects();
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
