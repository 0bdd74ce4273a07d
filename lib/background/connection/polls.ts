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

interface PollQuery extends Pick<RoundOptions, 'canSearch' | 'knowsSome'> {
  ids: readonly FeedId[];
  call?: CallOptions;
}

export type Polls = ReturnType<typeof createPolls>;

interface Answer {
  hasVerdicts: boolean;
  problem: ServiceProblem | null;
}

export interface PollHandlers {
  /** Resolves with the reason if the response could not be stored. */
  store: (update: PriceUpdate) => Promise<ServiceProblem | null>;
  /** @param problem why part of the response isn't stored */
  onAnswered: (hasVerdicts: boolean, problem: ServiceProblem | null) => Promise<void>;
  onFailed: (error: unknown) => Promise<void>;
}

/** Polls one at a time. Stores time and outcome of the last poll for the next worker. */
export function createPolls() {
  let current: { ids: ReadonlySet<FeedId>; abort: AbortController } | undefined;

  /** Ends the poll in progress. Its response is not stored. */
  function abort(): void {
    current?.abort.abort();
    current = undefined;
  }

  /** Does nothing if a poll of all these feeds is in progress. */
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

async function run(
  client: PriceServiceClient,
  query: PollQuery,
  { store, onAnswered, onFailed }: PollHandlers,
  signal: AbortSignal,
): Promise<void> {
  const asked = ask(client, query, store, signal);
  // The request doesn't wait for storage. At worst, the next worker polls too early.
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

/** `null` if only missing feeds were requested and are still missing. */
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

/** A storage failure must neither lose the response nor count as the service's failure. */
async function note(change: (known: Polling) => Polling): Promise<void> {
  await polling.update(change).catch(() => console.warn('The time of a poll could not be stored.'));
}
