import { compareMoments, isPlausible, isRefutedAhead } from '../../domain/prices/newer.ts';
import { isProven, type StoredPrice } from '../../domain/prices/stored-price.ts';
import { writeItems } from '../../storage/areas.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { KnownPrices } from '../alerts/check-feed.ts';
import type { FoundInAbsence } from '../alerts/look-back/resolve.ts';
import type { IntakeState } from './intake-state.ts';

/**
 * Resolves with the session items to store. Alerts that cannot be stored must not block prices.
 * They are evaluated again with the next response.
 */
export async function evaluateAlerts(
  evaluate: () => Promise<Record<string, unknown>> | undefined,
): Promise<Record<string, unknown>> {
  try {
    return (await evaluate()) ?? {};
  } catch {
    console.warn('The alerts could not be stored.');
    return {};
  }
}

/** Evaluates the alerts that depend on time alone. */
export async function evaluateAlertsNow(state: IntakeState): Promise<void> {
  const { alerts, watchlist } = state;
  const items = await evaluateAlerts(() =>
    alerts?.tick([...watchlist], knownNow(state), Date.now()),
  );
  if (Object.keys(items).length > 0) await writeItems('session', items);
}

/** Stores the results of an absence check. If that fails, the absence is checked again. */
export async function resolveAbsenceNow(state: IntakeState, found: FoundInAbsence): Promise<void> {
  const items = await evaluateAlerts(() =>
    state.alerts?.resolve(found, knownNow(state), Date.now()),
  );
  if (Object.keys(items).length > 0) await writeItems('session', items);
}

function knownNow({ prices, failed, askedAt }: IntakeState): KnownPrices {
  const priceOf = (id: FeedId) => prices.get(id);
  return { priceOf, wasPriceOf: priceOf, failed: failed.byFeed, askedAt };
}

/**
 * Whether a price that is not stored counts for alerts: not if it is implausible, older than the
 * stored one, dated ahead of verified ones, or contradicts a verified one of the same time.
 * @param nowMs corrected time
 */
export function mayAlert(
  price: StoredPrice,
  stored: StoredPrice,
  nowMs: UnixMilliseconds,
): boolean {
  if (isRefutedAhead(price, stored, nowMs)) return false;
  const order = compareMoments(price, stored);
  const isRefuted =
    order === 0 &&
    isProven(stored) &&
    !isProven(price) &&
    (price.price !== stored.price || price.expo !== stored.expo);
  return order >= 0 && !isRefuted && isPlausible(price, nowMs);
}
