import { NoFeedKnownError } from '../../domain/connection/feed-refusal.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import type { CallOptions, PriceServiceClient, PriceUpdate } from '../../price-service/index.ts';
import { polling } from '../../storage/values/connection.ts';
import type { Polling } from '../../domain/connection/state.ts';
import { suspectedFeeds } from '../../storage/values/suspected-feeds.ts';
import type { FeedId } from '../../base/units.ts';
import { askInBatches } from './ask-in-batches.ts';
import type { RoundOptions, Verdicts } from './round.ts';
import { areAllMissing, deleteSuspects, storeVerdicts } from './verdicts.ts';

/** What a poll requests. */
export interface PollQuery extends Pick<RoundOptions, 'canSearch' | 'knowsSome'> {
  ids: readonly FeedId[];
  /** Of each call. */
  call?: CallOptions;
}

/** The polls of one worker: one at a time. */
export interface Polls {
  /** Requests these feeds, unless a poll of all of them is in progress. */
  start: (client: PriceServiceClient, query: PollQuery, handlers: PollHandlers) => void;
  /** Ends the poll in progress. Its answer is not stored. */
  abort: () => void;
}

interface Answer {
  /** Whether other feeds than before are missing or suspected. */
  hasVerdicts: boolean;
  /** Why not all of the answer is stored; `null`: it is. */
  problem: ServiceProblem | null;
}

/** What is done with the answer of a poll. */
export interface PollHandlers {
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
export function createPolls(): Polls {
  let current: { ids: ReadonlySet<FeedId>; abort: AbortController } | undefined;

  function abort(): void {
    current?.abort.abort();
    current = undefined;
  }

  function start(client: PriceServiceClient, query: PollQuery, handlers: PollHandlers): void {
    if (current && query.ids.every((id) => current?.ids.has(id))) return;
    abort();
    const poll = { ids: new Set(query.ids), abort: new AbortController() };
    current = poll;
    void run(client, query, handlers, poll.abort.signal).finally(() => {
      if (current === poll) current = undefined;
    });
  }

  return { start, abort };
}

/** Asks, and passes on the answer or the failure, unless it is aborted. */
async function run(
  client: PriceServiceClient,
  query: PollQuery,
  { store, onAnswered, onFailed }: PollHandlers,
  signal: AbortSignal,
): Promise<void> {
  const asked = ask(client, query, store, signal);
  // The request does not wait for this. The next worker polls too early at worst.
  const noted = note((known) => ({ ...known, triedAt: Date.now() }));
  let answer: Answer | null;
  try {
    answer = await asked;
  } catch (error) {
    await noted;
    if (signal.aborted) return;
    await note((known) => ({ ...known, failures: known.failures + 1 }));
    if (!signal.aborted) await onFailed(error);
    return;
  }
  await noted;
  if (signal.aborted || !answer) return;
  await note((known) => ({ ...known, failures: 0 }));
  await onAnswered(answer.hasVerdicts, answer.problem);
}

/** @returns `null` if only missing feeds were requested, and they are still missing */
async function ask(
  client: PriceServiceClient,
  { ids, call, ...options }: PollQuery,
  store: PollHandlers['store'],
  signal: AbortSignal,
): Promise<Answer | null> {
  const answer: Answer = { hasVerdicts: false, problem: null };
  const keep = async (verdicts: Verdicts): Promise<void> => {
    answer.hasVerdicts = (await storeVerdicts(verdicts, signal)) || answer.hasVerdicts;
  };
  const result = await askInBatches(
    ids,
    (batch) => client.getLatestPriceUpdates(batch, { ...call, signal }),
    {
      ...options,
      suspects: await suspectedFeeds.getValue(),
      onUpdate: async (update) => {
        if (!signal.aborted) answer.problem = (await store(update)) ?? answer.problem;
      },
      onProgress: keep,
    },
  );
  await keep(result);
  if (signal.aborted || result.none === null) return answer;
  if (!(await areAllMissing(result.suspects.ids))) throw new NoFeedKnownError(result.none);
  await deleteSuspects();
  return null;
}

/** Storage that fails must neither lose the answer nor count as a failure of the service. */
async function note(change: (known: Polling) => Polling): Promise<void> {
  await polling.update(change).catch(() => console.warn('The time of a poll could not be stored.'));
}
