import { type StoredPrice, underTrust, withoutProof } from '../../domain/prices/stored-price.ts';
import { PATIENCE_MS } from '../../domain/alerts/engine/settle.ts';
import type { Alerts } from '../alerts/evaluator.ts';
import type { FoundInAbsence } from '../alerts/look-back/resolve.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { JudgedPrice } from './judge.ts';
import { evaluateAlertsNow, resolveAbsenceNow } from './evaluate-alerts.ts';
import { createIntakeState, type IntakeState } from './intake-state.ts';
import { saveDue, savePrices, shiftAskedAt } from './save-prices.ts';
import { createTurns, type Turns } from './turns.ts';
import { storePrices } from './store-prices.ts';
import {
  readLatestPrices,
  removeLatestPrices,
  writeLatestPrices,
  removeAllLatestPrices,
} from '../../storage/values/latest-prices.ts';
import { lastAskedAt, lastKnownPrices, lastKnownSavedAt } from '../../storage/values/prices.ts';
import { writeItems } from '../../storage/areas.ts';
import { trustInForce } from '../../storage/values/trust-in-force.ts';

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
    /** Replaces all prices in one step, as pages see it. @param first called when it begins */
    replace: (first: () => readonly JudgedPrice[]) =>
      turns.next(() => replacePrices(state, first())),
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

async function changeWatchlist(state: IntakeState, ids: readonly FeedId[]): Promise<void> {
  const { prices, failed } = state;
  const added = ids.filter((id) => !state.watchlist.has(id));
  const dropped = [...prices.keys()].filter((id) => !ids.includes(id));
  const watchlist = new Set(ids);
  state.watchlist = watchlist;
  for (const id of dropped) prices.delete(id);
  if (dropped.length > 0) await removeLatestPrices(dropped);
  if (added.length > 0) await recallPrices(state, added);
  if (failed.filter((id) => watchlist.has(id))) await writeItems('session', failed.items());
}

/** Reads this session's prices, or else the last-known ones. */
async function recallPrices(state: IntakeState, ids: readonly FeedId[]): Promise<void> {
  state.trust ??= await trustInForce.getValue();
  const { trust, prices, failed } = state;
  const [latest, askedAt, savedAt] = await Promise.all([
    readLatestPrices(ids, trust),
    lastAskedAt.getValue(),
    lastKnownSavedAt.getValue(),
    failed.recall(trust),
  ]);
  // If the clock was set back, prices must not look older than when they were requested.
  state.askedAt = Math.max(state.askedAt, Math.min(askedAt, Date.now()));
  state.pricesSavedAt = Math.max(state.pricesSavedAt, savedAt);
  // Checking the last-known prices is slow.
  const isComplete = ids.every((id) => latest.has(id));
  const lastKnown = isComplete ? {} : await lastKnownPrices.getValue();
  const recalled = new Map<FeedId, StoredPrice>();
  for (const id of ids) {
    const saved = Object.hasOwn(lastKnown, id) ? lastKnown[id] : undefined;
    const known = latest.get(id) ?? (saved && underTrust(saved, trust));
    if (!known) continue;
    prices.set(id, known);
    if (!latest.has(id)) recalled.set(id, known);
  }
  // Pages read session storage. Otherwise, they would never see a price that no longer changes.
  if (recalled.size > 0) await writeLatestPrices(recalled, state.askedAt);
}

/**
 * Drops all prices, those of an earlier worker too. The new ones are written first, so that pages
 * never see a feed without a price.
 */
async function replacePrices(state: IntakeState, items: readonly JudgedPrice[]): Promise<void> {
  const { failed, prices, alerts } = state;
  failed.filter(() => false);
  prices.clear();
  state.askedAt = 0;
  await lastKnownPrices.setValue({});
  state.isUnsaved = false;
  // The first prices of the next service are saved at once: looking back starts from them.
  state.pricesSavedAt = 0;
  await lastKnownSavedAt.setValue(0);
  await alerts?.reset();
  // Prices that could not be stored count while the worker lives.
  if (items.length > 0) await storePrices(state, items, Date.now()).catch(() => undefined);
  await removeAllLatestPrices([...prices.keys()]);
  await writeItems('session', failed.items());
}

async function changeTrust(state: IntakeState, fingerprint: string): Promise<void> {
  state.trust = fingerprint;
  await dropVerdicts(state, (trust) => trust !== fingerprint);
  // The next price must not cross a level from an untrusted price.
  await state.alerts?.reset();
}

/** An unchecked price that would fail verification must not stay as the last good one. */
async function dropUncheckedPrices(state: IntakeState): Promise<void> {
  const { prices, alerts } = state;
  const unchecked = [...prices].flatMap(([id, { proof }]) => (proof ? [] : [id]));
  if (unchecked.length > 0) {
    for (const id of unchecked) prices.delete(id);
    state.isUnsaved = true;
    await removeLatestPrices(unchecked);
    await savePrices(state, Date.now());
  }
  await alerts?.reset();
}

async function dropVerdicts(
  state: IntakeState,
  isDropped: (trust: string) => boolean,
): Promise<void> {
  const { prices, failed } = state;
  const bare = new Map<FeedId, StoredPrice>();
  for (const [id, price] of prices) {
    if (price.proof && isDropped(price.proof.trust)) bare.set(id, withoutProof(price));
  }
  const areFailuresChanged = failed.filter((_, { trust }) => !isDropped(trust));
  if (bare.size === 0 && !areFailuresChanged) return;
  for (const [id, price] of bare) prices.set(id, price);
  state.isUnsaved ||= bare.size > 0;
  await writeLatestPrices(bare, state.askedAt, failed.items());
}
