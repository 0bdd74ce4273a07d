import { DEFAULT_FEEDS } from '../../lib/domain/watchlist/default-feeds.ts';
import { trustInLocal } from '../price-service/test-signers.ts';

/** What a user of the local services has stored. They sign with test keys. */
export function localItems(service: { url: string }, history: { url: string }) {
  return {
    connection: { baseUrl: service.url, headers: [] },
    historyServices: { first: { baseUrl: history.url, headers: [] } },
    watchlist: DEFAULT_FEEDS.map(({ id }) => id),
    trust: trustInLocal(),
  };
}
