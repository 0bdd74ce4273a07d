import { isMap } from '../../base/is-map.ts';
import { unixMilliseconds, z } from '../../base/zod.ts';
import type { FeedId } from '../../base/units.ts';
import {
  attributesSchema,
  catalogSchema,
  catalogStatusSchema,
} from '../../domain/watchlist/catalog.ts';
import { namingsSchema } from '../../domain/watchlist/naming.ts';
import { DEFAULT_FEEDS } from '../../domain/watchlist/default-feeds.ts';
import { stored } from '../stored.ts';

/** Large: read it only to search it. Whole: a damaged one is fetched again. */
export const catalog = stored('local:catalogue', {
  schema: catalogSchema,
  fallback: { fetchedAt: 0, feeds: [] },
  isWhole: true,
});

/** Tells its age without reading the catalog. */
export const catalogStatus = stored('local:catalogueStatus', {
  schema: catalogStatusSchema,
  migrations: [withoutErrorText],
  fallback: { fetchedAt: 0, triedAt: 0, error: null },
  uses: ['workerStart'],
});

/** Version 1 stored the error as a text. */
function withoutErrorText(old: unknown): unknown {
  return isMap(old) ? { ...old, error: null } : old;
}

/** The service id; empty: no longer known. */
export const catalogService = stored('local:catalogueService', {
  schema: z.string(),
  fallback: '',
  uses: ['workerStart'],
});

/** When the worker last made sure that the catalog can be read. */
export const catalogCheckedAt = stored('session:catalogueCheckedAt', {
  schema: unixMilliseconds,
  fallback: 0,
});

/** Attributes of needed feeds, see `neededFeedIds`, so that rows do not need the catalog. */
export const followedFeeds = stored<Record<FeedId, Record<string, string>>>('local:followedFeeds', {
  schema: z.record(z.string(), attributesSchema),
  fallback: Object.fromEntries(DEFAULT_FEEDS.map((feed) => [feed.id, feed.attributes])),
  uses: ['firstPaint', 'workerStart', 'backup'],
});

/**
 * How followed feeds came by their names. The worker fills in: 0.2.0 renamed feeds with each list.
 */
export const feedNamings = stored('local:feedNamings', {
  schema: namingsSchema,
  fallback: {},
  uses: ['firstPaint', 'workerStart', 'backup'],
});
