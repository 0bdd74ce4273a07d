import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { Alerts } from '../alerts/evaluator.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { createFailedChecks, type FailedChecks } from './failed-checks.ts';

/** What the intake holds in memory. All of it is also in storage, at the latest a moment later. */
export interface IntakeState {
  /** The feeds whose prices are stored. */
  watchlist: ReadonlySet<string>;
  /** The fingerprint of the trust in force; `undefined`: not read yet. */
  trust: string | undefined;
  /** The latest price of each feed. */
  readonly prices: Map<FeedId, StoredPrice>;
  readonly failed: FailedChecks;
  /** When the service last answered; 0: never. */
  askedAt: UnixMilliseconds;
  /** Whether `prices` differ from the last-known prices on disk. */
  isUnsaved: boolean;
  /** When prices were last saved on disk. */
  savedAt: UnixMilliseconds;
  readonly alerts: Alerts | undefined;
  /** Local clock minus true time, milliseconds. */
  readonly skewMs: () => number;
  /** Called after each step that stored something, with the ids of the changed feeds. */
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
    savedAt: 0,
  };
}
