import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { PATIENCE_MS } from '../../domain/alerts/engine/settle.ts';
import type { Alerts } from '../alerts/evaluator.ts';
import type { FoundInAbsence } from '../alerts/look-back/resolve.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { JudgedPrice } from './judge.ts';
import { evaluateAlertsNow, resolveAbsenceNow } from './evaluate-alerts.ts';
import { changeTrust, dropUncheckedPrices, dropVerdicts, replacePrices } from './drop-prices.ts';
import { createIntakeState } from './intake-state.ts';
import { changeWatchlist } from './recall-prices.ts';
import { saveDue, savePrices, shiftAskedAt } from './save-prices.ts';
import { createTurns, type Turns } from './turns.ts';
import { storePrices } from './store-prices.ts';

export type PriceIntake = ReturnType<typeof createPriceIntake>;

/**
 * The only writer of prices. Changes wait for the update in progress.
 * @param onStored called after each step that stored something, with the changed feeds
 * @param alerts evaluated in each step before prices are stored
 * @param turns shared with the updates
 */
export function createPriceIntake(
  onStored: (changed: readonly FeedId[]) => void,
  alerts?: Alerts,
  skewMs: () => number = () => 0,
  turns: Turns = createTurns(),
) {
  const state = createIntakeState({ onStored, alerts, skewMs });
  // Ends the wait for prices of other feeds if no response arrives.
  let settling: ReturnType<typeof setTimeout> | undefined;

  return {
    /** By feed id, with verdicts under the current trust. */
    prices: state.prices as ReadonlyMap<FeedId, StoredPrice>,
    /** Feeds whose latest prices fail verification. */
    failed: state.failed.byFeed,
    /** 0: never. */
    get askedAt() {
      return state.askedAt;
    },
    /**
     * Stores the prices of one update. Call this in a turn of the queue.
     * @throws StorageWriteError if that fails; the prices still count while the worker lives
     */
    async store(items: readonly JudgedPrice[], receivedAtMs: UnixMilliseconds): Promise<void> {
      await storePrices(state, items, receivedAtMs);
      if (!alerts?.records.isWaiting()) return;
      clearTimeout(settling);
      settling = setTimeout(() => {
        void turns.next(() => evaluateAlertsNow(state)).catch(() => undefined);
      }, PATIENCE_MS);
    },
    /** Drops prices of all other feeds. */
    setWatchlist: (ids: readonly FeedId[]) => turns.next(() => changeWatchlist(state, ids)),
    /** Replaces all prices in one step, as pages see it. */
    replace: (items: readonly JudgedPrice[]) => turns.next(() => replacePrices(state, items)),
    /** Drops verdicts under any other trust, now and later. */
    setTrust: (fingerprint: string) => turns.next(() => changeTrust(state, fingerprint)),
    /** Call when signatures are no longer checked. */
    dropVerdicts: () => turns.next(() => dropVerdicts(state, () => true)),
    /** Call when signatures are checked from now on. */
    dropUnchecked: () => turns.next(() => dropUncheckedPrices(state)),
    evaluateAlerts: () => turns.next(() => evaluateAlertsNow(state)),
    /** Stores the results of an absence check. */
    resolveAbsence: (found: FoundInAbsence) => turns.next(() => resolveAbsenceNow(state, found)),
    /** Call when the local clock was set back. @param stepMs negative */
    shiftAskedAt: (stepMs: number) => turns.next(() => shiftAskedAt(state, stepMs)),
    /** Saves prices and alert states for the next browser start, if due. */
    saveDue: () => turns.next(() => saveDue(state, Date.now())),
    saveLastKnown: () => turns.next(() => savePrices(state, Date.now())),
  };
}
