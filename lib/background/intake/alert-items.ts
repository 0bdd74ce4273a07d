import { compareMoments } from '../../domain/prices/newer.ts';
import { isProven } from '../../domain/prices/proof.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { writeItems } from '../../storage/read-ahead.ts';
import type { FeedAnswer } from '../alerts/check-feed.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { JudgedItem } from './judged.ts';
import type { IntakeState } from './intake-state.ts';
import { nextPrice } from './next-price.ts';

/**
 * Evaluates alerts and resolves with the session items to store. Alerts that cannot be stored must
 * not keep prices from being stored. They are evaluated again with the next answer.
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
export async function evaluateAlertsNow({
  alerts,
  watchlist,
  prices,
  failed,
  askedAt,
}: IntakeState): Promise<void> {
  const known = { priceOf: (id: FeedId) => prices.get(id), failed: failed.byFeed, askedAt };
  const items = await evaluateAlerts(() => alerts?.tick([...watchlist], known, Date.now()));
  if (Object.keys(items).length > 0) await writeItems('session', items);
}

/**
 * The price as the service sent it, for the alerts. None if it is malformed, older than the stored
 * price, or contradicts the stored price of the same time, which is verified.
 *
 * @param receivedAtMs by the local clock
 * @param nowMs corrected time
 */
export function answersOf(
  judged: JudgedItem,
  stored: StoredPrice | undefined,
  receivedAtMs: UnixMilliseconds,
  nowMs: UnixMilliseconds,
): FeedAnswer[] {
  const price = nextPrice(undefined, judged, receivedAtMs, nowMs);
  if (!price) return [];
  const order = stored ? compareMoments(price, stored) : 1;
  const isRefuted =
    order === 0 &&
    stored &&
    isProven(stored) &&
    !isProven(price) &&
    (price.price !== stored.price || price.expo !== stored.expo);
  if (order < 0 || isRefuted) return [];
  const { id, signed, binary } = judged;
  const isSigned = isProven(price) && signed && binary;
  return [{ id, price, ...(isSigned && { evidence: { signed, binary } }) }];
}
