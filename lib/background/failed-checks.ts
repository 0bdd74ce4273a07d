import { failedChecks, type FailedCheck } from '../storage/prices.ts';
import type { JudgedItem } from './judge.ts';

// A service that fails every other time must not flicker: what failed is shown for a while.
const HOLD_MS = 30_000;

// How exactly its last time is stored. Each write wakes every open page.
const STEP_MS = 10_000;

/** Remembers for which feeds the service sends prices that fail verification. */
export interface FailedChecks {
  readonly byFeed: ReadonlyMap<string, FailedCheck>;
  /** Takes what an update says of a feed; tells whether there is something to store. */
  note: (judged: JudgedItem, nowMs: number) => boolean;
  /** Keeps only those that pass. */
  filter: (keep: (id: string, check: FailedCheck) => boolean) => boolean;
  /** Adds what an earlier worker stored. */
  recall: (trust: string) => Promise<void>;
  /** Session items to be written in one step with the prices. */
  items: () => Record<string, unknown>;
}

export function createFailedChecks(): FailedChecks {
  const byFeed = new Map<string, FailedCheck>();
  const lastSeen = new Map<string, number>();

  function note({ id, failure }: JudgedItem, nowMs: number): boolean {
    const known = byFeed.get(id);
    if (failure === undefined) return known !== undefined && isOver(id, known, nowMs) && drop(id);
    lastSeen.set(id, nowMs);
    const isStored = known?.text === failure.text && known.trust === failure.trust;
    if (isStored && Math.abs(nowMs - known.at) < STEP_MS) return false;
    byFeed.set(id, { ...failure, at: nowMs });
    return true;
  }

  /** A time in the future is left over from before a clock change. */
  function isOver(id: string, { at }: FailedCheck, nowMs: number): boolean {
    return Math.abs(nowMs - (lastSeen.get(id) ?? at)) >= HOLD_MS;
  }

  function drop(id: string): boolean {
    lastSeen.delete(id);
    return byFeed.delete(id);
  }

  return {
    byFeed,
    note,
    filter: (keep) => {
      const dropped = [...byFeed].filter(([id, check]) => !keep(id, check));
      for (const [id] of dropped) drop(id);
      return dropped.length > 0;
    },
    recall: async (trust) => {
      for (const [id, check] of Object.entries(await failedChecks.getValue())) {
        if (check.trust === trust && !byFeed.has(id)) byFeed.set(id, check);
      }
    },
    items: () => failedChecks.entry(Object.fromEntries(byFeed)),
  };
}
