import {
  removeAllLatestPrices,
  removeLatestPrices,
  writeLatestPrices,
} from '../../storage/values/latest-prices.ts';
import { lastKnownPrices, lastKnownSavedAt } from '../../storage/values/prices.ts';
import { withoutProof, type StoredPrice } from '../../domain/prices/stored-price.ts';
import { writeItems } from '../../storage/areas.ts';
import type { FeedId } from '../../base/units.ts';
import type { IntakeState } from './intake-state.ts';
import type { JudgedPrice } from './judge.ts';
import { savePrices } from './save-prices.ts';
import { storePrices } from './store-prices.ts';

/**
 * Drops all prices, those of an earlier worker too. The new ones are written first, so that pages
 * never see a feed without a price.
 */
export async function replacePrices(
  state: IntakeState,
  items: readonly JudgedPrice[],
): Promise<void> {
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

export async function changeTrust(state: IntakeState, fingerprint: string): Promise<void> {
  state.trust = fingerprint;
  await dropVerdicts(state, (trust) => trust !== fingerprint);
  // The next price must not cross a level from an untrusted price.
  await state.alerts?.reset();
}

/** An unchecked price that would fail verification must not stay as the last good one. */
export async function dropUncheckedPrices(state: IntakeState): Promise<void> {
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

export async function dropVerdicts(
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
