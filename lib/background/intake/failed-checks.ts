import { isDeepEqual } from '../../base/deep-equal.ts';
import { failedChecks } from '../../storage/values/prices.ts';
import type { FailedCheck } from '../../domain/prices/stored-price.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { Failure } from './judge-stake-caps.ts';

// Keeps the warning from flickering if only some prices fail.
const HOLD_MS = 30_000;

// Each write wakes every open page, so the time is stored this roughly.
const STEP_MS = 10_000;

export interface FailedChecks {
  readonly byFeed: ReadonlyMap<FeedId, FailedCheck>;
  /** `undefined`: no failure. Returns whether `items` changed. */
  record: (id: FeedId, failure: Failure | undefined, nowMs: UnixMilliseconds) => boolean;
  /** Returns whether `items` changed. */
  filter: (keep: (id: FeedId, check: FailedCheck) => boolean) => boolean;
  /** Adds an earlier worker's checks under this trust. */
  recall: (trust: string) => Promise<void>;
  /** Session items, written together with the prices. */
  items: () => Record<string, unknown>;
}

export function createFailedChecks(): FailedChecks {
  const byFeed = new Map<FeedId, FailedCheck>();
  const lastSeen = new Map<FeedId, UnixMilliseconds>();

  function record(id: FeedId, failure: Failure | undefined, nowMs: UnixMilliseconds): boolean {
    const known = byFeed.get(id);
    if (failure === undefined) return known !== undefined && isOver(id, known, nowMs) && drop(id);
    lastSeen.set(id, nowMs);
    const isStored = known !== undefined && isDeepEqual({ ...failure, at: known.at }, known);
    if (isStored && Math.abs(nowMs - known.at) < STEP_MS) return false;
    byFeed.set(id, { ...failure, at: nowMs });
    return true;
  }

  /** A future time predates a clock that was set back. */
  function isOver(id: FeedId, { at }: FailedCheck, nowMs: UnixMilliseconds): boolean {
    return Math.abs(nowMs - (lastSeen.get(id) ?? at)) >= HOLD_MS;
  }

  function drop(id: FeedId): boolean {
    lastSeen.delete(id);
    return byFeed.delete(id);
  }

  return {
    byFeed,
    record,
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
