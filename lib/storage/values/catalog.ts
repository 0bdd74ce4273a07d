import { isMap } from '../../base/is-map.ts';
import { unixMilliseconds } from '../../base/unit-schemas.ts';
import type { FeedId } from '../../base/units.ts';
import { z } from '../../base/zod.ts';
import {
  attributesSchema,
  catalogSchema,
  catalogStatusSchema,
} from '../../domain/watchlist/catalog.ts';
import { namingsSchema } from '../../domain/watchlist/naming.ts';
import { DEFAULT_FEEDS } from '../../domain/watchlist/default-feeds.ts';
import { stored } from '../stored.ts';

/**
 * All feeds that the price service offers. It is large: read it only to search it. Whole: a damaged
 * one is fetched again.
 */
export const catalog = stored('local:catalogue', {
  schema: catalogSchema,
  fallback: { fetchedAt: 0, feeds: [] },
  isWhole: true,
});

/** The age of the catalog, which itself need not be read for that. */
export const catalogStatus = stored('local:catalogueStatus', {
  schema: catalogStatusSchema,
  migrations: [withoutErrorText],
  fallback: { fetchedAt: 0, triedAt: 0, error: null },
  uses: ['workerStart'],
});

/** Version 1 stored the error as a text. Without it, the catalog is fetched again by its age. */
function withoutErrorText(old: unknown): unknown {
  return isMap(old) ? { ...old, error: null } : old;
}

/** The id of the service that the catalog is from; empty: of one that is not known any more. */
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

/** The needed feeds, see `neededFeedIds`, id → attributes, so that rows do not need the catalog. */
export const followedFeeds = stored<Record<FeedId, Record<string, string>>>('local:followedFeeds', {
  schema: z.record(z.string(), attributesSchema),
  fallback: Object.fromEntries(DEFAULT_FEEDS.map((feed) => [feed.id, feed.attributes])),
  uses: ['firstPaint', 'workerStart', 'backup'],
});

/**
 * How the followed feeds came by their names. The worker adds those that are not in it: 0.2.0 had
 * none, and renamed feeds with each list.
 */
export const feedNamings = stored('local:feedNamings', {
  schema: namingsSchema,
  fallback: {},
  uses: ['firstPaint', 'workerStart', 'backup'],
});
