import { readFeedRefusal } from '../../domain/connection/feed-refusal.ts';
import type { PriceUpdate } from '../../price-service/index.ts';
import { toMilliseconds, type FeedId } from '../../base/units.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { readFailure } from './failure.ts';
import { IMPATIENT, type Service } from './service.ts';
import type { Outcome } from './services.ts';

// A service may lack some feeds.
const MOST_FEEDS = 3;

const AHEAD_SECONDS = 60;

/**
 * Requests a price of a service that isn't in use. Only news counts.
 * @param feeds the first that the service doesn't refuse is requested
 * @param isNews stores an update of a feed
 */
export async function tryService(
  service: Pick<Service, 'client' | 'pauseEndsAt' | 'hasToken'>,
  feeds: readonly FeedId[],
  isNews: (update: PriceUpdate, id: FeedId) => Promise<boolean>,
): Promise<Outcome> {
  for (const id of feeds.slice(0, MOST_FEEDS)) {
    try {
      // The client doesn't count time spent waiting for the request budget.
      const signal = AbortSignal.timeout(IMPATIENT.timeoutMs);
      const update = await service.client.getLatestPriceUpdates([id], { ...IMPATIENT, signal });
      if (await isNews(update, id)) return { kind: 'ok' };
      return { kind: 'failed', problem: { code: 'stream-silent' } };
    } catch (error) {
      if (readFeedRefusal(error, [id])) continue;
      return (await readFailure(error, service)).outcome ?? { kind: 'ok' };
    }
  }
  return { kind: 'failed', problem: { code: 'no-prices', reason: 'unknown' } };
}

/**
 * The feeds that the service may have, best first: the newest known price shows whether a service is
 * behind, unless it is dated ahead.
 */
export function feedsToTry(
  ids: readonly FeedId[],
  lacking: Readonly<Record<FeedId, unknown>>,
  prices: ReadonlyMap<FeedId, Pick<StoredPrice, 'publishTime' | 'receivedAt'>>,
): FeedId[] {
  const timeOf = (id: FeedId): number => {
    const { publishTime = 0, receivedAt = 0 } = prices.get(id) ?? {};
    return toMilliseconds(publishTime - AHEAD_SECONDS) > receivedAt ? 0 : publishTime;
  };
  const known = ids.filter((id) => !Object.hasOwn(lacking, id));
  return known.toSorted((one, other) => timeOf(other) - timeOf(one));
}
