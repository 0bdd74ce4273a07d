import type { StoredPrice, FailedCheck } from '../../domain/prices/stored-price.ts';
import type { Alerts } from '../alerts/evaluator.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { isDeepEqual } from '../../base/deep-equal.ts';
import { failedChecks } from '../../storage/values/prices.ts';
import type { Failure } from './judge-stake-caps.ts';

/** The intake's state in memory. Storage is updated shortly afterward. */
export interface IntakeState {
  watchlist: ReadonlySet<string>;
  /** `undefined`: not read yet. */
  trust: string | undefined;
  readonly prices: Map<FeedId, StoredPrice>;
  readonly failed: ReturnType<typeof createFailedChecks>;
  /** 0: never. */
  askedAt: UnixMilliseconds;
  /** Whether the last-known prices in storage are out of date. */
  isUnsaved: boolean;
  pricesSavedAt: UnixMilliseconds;
  alertsSavedAt: UnixMilliseconds;
  readonly alerts: Alerts | undefined;
  /** Local clock minus true time. */
  readonly skewMs: () => number;
  /** Called after each step that stored something. */
  readonly onStored: (changed: readonly FeedId[]) => void;
}

export function createIntakeState(
  options: Pick<IntakeState, 'alerts' | 'skewMs' | 'onStored'>,
): IntakeState {
  return {
    ...options,
    watchlist: new Set(),
    trust: undefined,
    prices: new Map(),
    failed: createFailedChecks(),
    askedAt: 0,
    isUnsaved: false,
    pricesSavedAt: 0,
    alertsSavedAt: 0,
  };
}

// Keeps the warning from flickering if only some prices fail.
const HOLD_MS = 30_000;

// Each write wakes every open page, so the time is stored at this precision.
const STEP_MS = 10_000;

function createFailedChecks() {
  const byFeed = new Map<FeedId, FailedCheck>();
  const lastSeen = new Map<FeedId, UnixMilliseconds>();

  /** `undefined`: no failure. Returns whether `items` changed. */
  function record(id: FeedId, failure: Failure | undefined, nowMs: UnixMilliseconds): boolean {
    const known = byFeed.get(id);
    if (failure === undefined) return known !== undefined && isOver(id, known, nowMs) && drop(id);
    lastSeen.set(id, nowMs);
    const isStored = known !== undefined && isDeepEqual({ ...failure, at: known.at }, known);
    if (isStored && Math.abs(nowMs - known.at) < STEP_MS) return false;
    byFeed.set(id, { ...failure, at: nowMs });
    return true;
  }

  /** A future time was stored before the clock was set back. */
  function isOver(id: FeedId, { at }: FailedCheck, nowMs: UnixMilliseconds): boolean {
    return Math.abs(nowMs - (lastSeen.get(id) ?? at)) >= HOLD_MS;
  }

  function drop(id: FeedId): boolean {
    lastSeen.delete(id);
    return byFeed.delete(id);
  }

  return {
    byFeed: byFeed as ReadonlyMap<FeedId, FailedCheck>,
    record,
    /** Returns whether `items` changed. */
    filter(keep: (id: FeedId, check: FailedCheck) => boolean): boolean {
      const dropped = [...byFeed].filter(([id, check]) => !keep(id, check));
      for (const [id] of dropped) drop(id);
      return dropped.length > 0;
    },
    /** Adds an earlier worker's checks under this trust. */
    async recall(trust: string): Promise<void> {
      for (const [id, check] of Object.entries(await failedChecks.getValue())) {
        if (check.trust === trust && !byFeed.has(id)) byFeed.set(id, check);
      }
    },
    /** Session items, written together with the prices. */
    items: () => failedChecks.entry(Object.fromEntries(byFeed)),
  };
}
