import { isMap, isMapOf, isTextMap } from '../../base/is-map.ts';
import { unixMilliseconds, z } from '../../base/zod.ts';
import type { FeedId } from '../../base/units.ts';
import {
  attributesSchema,
  catalogSchema,
  catalogStatusSchema,
} from '../../domain/watchlist/catalog.ts';
import { isNaming, namingsSchema } from '../../domain/watchlist/naming.ts';
import { DEFAULT_FEEDS } from '../../domain/watchlist/default-feeds.ts';
import { stored } from '../stored.ts';

/** Only where the browser refuses a database, see `catalog`. */
export const sessionCatalog = stored('session:catalogue', {
  schema: catalogSchema,
  fallback: { fetchedAt: 0, feeds: [] },
  isWhole: true,
});

/** The catalog's age, without reading the catalog. */
export const catalogStatus = stored('local:catalogueStatus', {
  schema: catalogStatusSchema,
  migrations: [withoutErrorText],
  fallback: { fetchedAt: 0, triedAt: 0, error: null },
});

/** Version 1 stored the error as a text. */
function withoutErrorText(old: unknown): unknown {
  return isMap(old) ? { ...old, error: null } : old;
}

/** Id of the catalog's service; empty if no longer known. */
export const catalogService = stored('local:catalogueService', {
  schema: z.string(),
  fallback: '',
});

/** When the worker last made sure that the catalog can be read. */
export const catalogCheckedAt = stored('session:catalogueCheckedAt', {
  schema: unixMilliseconds,
  fallback: 0,
});

/** Version 1 was not stored as a text. */
function withoutText(old: unknown): unknown {
  return old;
}

/** Attributes of needed feeds, see `neededFeedIds`, so that rows do not need the catalog. */
export const followedFeeds = stored<Record<FeedId, Record<string, string>>>('local:followedFeeds', {
  schema: z.record(z.string(), attributesSchema),
  isFit: (value) => isMapOf(value, isTextMap),
  isText: true,
  migrations: [withoutText],
  fallback: Object.fromEntries(DEFAULT_FEEDS.map((feed) => [feed.id, feed.attributes])),
  uses: ['firstPaint', 'options', 'backup'],
});

/**
 * How followed feeds got their names. The worker fills in missing entries, because version 0.2.0
 * renamed feeds with each catalog.
 */
export const feedNamings = stored('local:feedNamings', {
  schema: namingsSchema,
  isFit: (value) => isMapOf(value, isNaming),
  isText: true,
  migrations: [withoutText],
  fallback: {},
  uses: ['firstPaint', 'backup'],
});
