import type { PriceServiceClient, PriceUpdate } from '../price-service/index.ts';
import { polling } from '../storage/connection.ts';
import { pollPrices, type PollResult } from './poll.ts';

/** The polls of one worker: one at a time. */
export interface Polls {
  /** Asks for these feeds, unless a poll that asks for all of them is under way. */
  start: (client: PriceServiceClient, ids: readonly string[]) => void;
  /** Drops the one that is under way, and its answer. */
  abort: () => void;
}

interface PollsOptions {
  /** Stores an answer; gives why it could not be, in words. */
  take: (update: PriceUpdate) => Promise<string | null>;
  /** @param problem why not all of the answer is stored, in words; `null`: it is */
  onAnswered: (missing: PollResult['missing'], problem: string | null) => Promise<void>;
  onFailed: (error: unknown) => Promise<void>;
}

/** When it was polled, and what came of it, is kept in storage for the next worker. */
export function createPolls({ take, onAnswered, onFailed }: PollsOptions): Polls {
  let current: { ids: ReadonlySet<string>; abort: AbortController } | undefined;

  function abort(): void {
    current?.abort.abort();
    current = undefined;
  }

  function start(client: PriceServiceClient, ids: readonly string[]): void {
    if (current && ids.every((id) => current?.ids.has(id))) return;
    abort();
    const poll = { ids: new Set(ids), abort: new AbortController() };
    current = poll;
    void run(client, ids, poll.abort.signal).finally(() => {
      if (current === poll) current = undefined;
    });
  }

  async function run(
    client: PriceServiceClient,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    await polling.update((known) => ({ ...known, triedAt: Date.now() }));
    try {
      const { updates, missing } = await pollPrices(client, ids, signal);
      let problem: string | null = null;
      for (const update of updates) {
        if (signal.aborted) return;
        problem = (await take(update)) ?? problem;
      }
      if (signal.aborted) return;
      await polling.update((known) => ({ ...known, failures: 0 }));
      await onAnswered(missing, problem);
    } catch (error) {
      if (signal.aborted) return;
      await polling.update((known) => ({ ...known, failures: known.failures + 1 }));
      await onFailed(error);
    }
  }

  return { start, abort };
}
