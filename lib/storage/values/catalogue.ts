import { isMap } from '../../base/is-map.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { DEFAULT_FEEDS } from '../../domain/watchlist/default-feeds.ts';
import { isMapOf, isText } from '../guards.ts';
import type { Catalogue, CatalogueStatus } from '../../domain/watchlist/catalogue.ts';
import { defineStoredItem } from '../stored-item.ts';

/**
 * All feeds that the price service offers. It is large: read it only to search it. Whole: a damaged
 * one is fetched again.
 */
export const catalogue = defineStoredItem<Catalogue>('local:catalogue', {
  schema: (schemas) => schemas.catalogue,
  fallback: { fetchedAt: 0, feeds: [] },
  isWhole: true,
});

/** The age of the catalog, which itself need not be read for that. */
export const catalogueStatus = defineStoredItem<CatalogueStatus>('local:catalogueStatus', {
  schema: (schemas) => schemas.catalogueStatus,
  migrations: [withoutErrorText],
  fallback: { fetchedAt: 0, triedAt: 0, error: null },
});

/** Version 1 stored the error as a text. Without it, the catalog is fetched again by its age. */
function withoutErrorText(old: unknown): unknown {
  return isMap(old) ? { ...old, error: null } : old;
}

/** When the worker last made sure that the catalog can be read. */
export const catalogueCheckedAt = defineStoredItem<UnixMilliseconds>('session:catalogueCheckedAt', {
  schema: (schemas) => schemas.time,
  fallback: 0,
});

/** The needed feeds, see `neededFeedIds`, id → attributes, so that rows do not need the catalog. */
export const followedFeeds = defineStoredItem<Record<FeedId, Record<string, string>>>(
  'local:followedFeeds',
  {
    looksRight: isMapOf(isMapOf(isText)),
    schema: (schemas) => schemas.followedFeeds,
    fallback: Object.fromEntries(DEFAULT_FEEDS.map((feed) => [feed.id, feed.attributes])),
  },
);
