import type { FailedCheck, StoredPrice } from '../../domain/prices/stored-price.ts';
import { PATIENCE_MS } from '../../domain/alerts/engine/settle.ts';
import type { Alerts } from '../alerts/evaluator.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { JudgedPrice } from './judge.ts';
import { evaluateAlertsNow } from './evaluate-alerts.ts';
import { changeTrust, dropAllPrices, dropUncheckedPrices, dropVerdicts } from './drop-prices.ts';
import { createIntakeState } from './intake-state.ts';
import { changeWatchlist } from './recall-prices.ts';
import { savePrices, shiftAskedAt } from './save-prices.ts';
import { createTurns, type Turns } from './turns.ts';
import { storePrices } from './store-prices.ts';

/** The one writer of prices. What changes them waits for the update in progress. */
export interface PriceIntake {
  /**
   * Stores the prices of one update for the feeds of the watchlist. Call it in a turn of the queue.
   *
   * @throws StorageWriteError if that fails; the prices still count while the worker lives
   */
  store: (items: readonly JudgedPrice[], receivedAtMs: UnixMilliseconds) => Promise<void>;
  /** From now on, stores the prices of these feeds, and drops those of others. */
  setWatchlist: (ids: readonly FeedId[]) => Promise<void>;
  /** Drops every price, because they are from another service. */
  clear: () => Promise<void>;
  /** Drops the verdicts under any other trust, now and from now on. */
  setTrust: (fingerprint: string) => Promise<void>;
  /** Drops all verdicts, because signatures are no longer checked. */
  dropVerdicts: () => Promise<void>;
  /** Drops the prices without a verdict, because signatures are checked from now on. */
  dropUnchecked: () => Promise<void>;
  /** The latest prices by feed id. Their verdicts are under the trust in force. */
  readonly prices: ReadonlyMap<FeedId, StoredPrice>;
  /** The feeds for which the service sends prices that fail verification. */
  readonly failed: ReadonlyMap<FeedId, FailedCheck>;
  /** When the service last answered; 0: never. */
  readonly askedAt: UnixMilliseconds;
  /** Evaluates the alerts that depend on time alone. */
  evaluateAlerts: () => Promise<void>;
  /** The local clock was set back. @param stepMs negative, in milliseconds */
  shiftAskedAt: (stepMs: number) => Promise<void>;
  /** Saves the latest prices for the next start of the browser. */
  saveLastKnown: () => Promise<void>;
}

/**
 * @param onStored called after each step that stored something, with the ids of the changed feeds
 * @param alerts evaluated in each step, before its prices are stored
 * @param skewMs local clock minus true time, milliseconds
 * @param turns shared with the updates
 */
export function createPriceIntake(
  onStored: (changed: readonly FeedId[]) => void,
  alerts?: Alerts,
  skewMs: () => number = () => 0,
  turns: Turns = createTurns(),
): PriceIntake {
  const state = createIntakeState({ onStored, alerts, skewMs });
  // If no answer comes, the clock ends the wait of a price for those of other feeds.
  let settling: ReturnType<typeof setTimeout> | undefined;

  return {
    prices: state.prices,
    failed: state.failed.byFeed,
    get askedAt() {
      return state.askedAt;
    },
    store: async (items, receivedAtMs) => {
      await storePrices(state, items, receivedAtMs);
      if (!alerts?.isWaiting()) return;
      clearTimeout(settling);
      settling = setTimeout(() => {
        void turns.next(() => evaluateAlertsNow(state)).catch(() => undefined);
      }, PATIENCE_MS);
    },
    setWatchlist: (ids) => turns.next(() => changeWatchlist(state, ids)),
    clear: () => turns.next(() => dropAllPrices(state)),
    setTrust: (fingerprint) => turns.next(() => changeTrust(state, fingerprint)),
    dropVerdicts: () => turns.next(() => dropVerdicts(state, () => true)),
    dropUnchecked: () => turns.next(() => dropUncheckedPrices(state)),
    evaluateAlerts: () => turns.next(() => evaluateAlertsNow(state)),
    shiftAskedAt: (stepMs) => turns.next(() => shiftAskedAt(state, stepMs)),
    saveLastKnown: () => turns.next(() => savePrices(state, Date.now())),
  };
}
