import {
  readLatestPrices,
  removeLatestPrices,
  writeLatestPrices,
} from '../../storage/values/latest-prices.ts';
import { lastAskedAt, lastKnownPrices, lastKnownSavedAt } from '../../storage/values/prices.ts';
import { underTrust, type StoredPrice } from '../../domain/prices/stored-price.ts';
import { writeItems } from '../../storage/areas.ts';
import { trustInForce } from '../../storage/values/trust-in-force.ts';
import type { FeedId } from '../../base/units.ts';
import type { IntakeState } from './intake-state.ts';

export async function changeWatchlist(state: IntakeState, ids: readonly FeedId[]): Promise<void> {
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
