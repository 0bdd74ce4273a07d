import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { Alerts } from '../alerts/evaluator.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { createFailedChecks, type FailedChecks } from './failed-checks.ts';

/** The intake's memory. Storage has all of it, at the latest a moment later. */
export interface IntakeState {
  watchlist: ReadonlySet<string>;
  /** `undefined`: not read yet. */
  trust: string | undefined;
  readonly prices: Map<FeedId, StoredPrice>;
  readonly failed: FailedChecks;
  /** 0: never. */
  askedAt: UnixMilliseconds;
  /** Whether the last-known prices lack some. */
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
