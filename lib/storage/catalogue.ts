import { serviceProblemSchema } from '../connection/service-problem.ts';
import { isMap } from '../is-map.ts';
import { momentMs, unixMilliseconds, type FeedId, type UnixMilliseconds } from '../units.ts';
import { DEFAULT_FEEDS } from '../watchlist/default-feeds.ts';
import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

const attributesSchema = z.record(z.string(), z.string());
const feedSchema = z.object({ id: z.string(), attributes: attributesSchema });

/** One feed of the catalog. */
export type Feed = z.infer<typeof feedSchema>;

const catalogueSchema = z.object({
  /** Of the last successful fetch; 0: never. */
  fetchedAt: momentMs,
  feeds: z.array(feedSchema),
});
export type Catalogue = z.infer<typeof catalogueSchema>;

/**
 * All feeds that the price service offers. It is large: read it only to search it. Whole: a damaged
 * one is fetched again.
 */
export const catalogue = defineStoredItem<Catalogue>('local:catalogue', {
  schema: catalogueSchema,
  fallback: { fetchedAt: 0, feeds: [] },
  isWhole: true,
});

const catalogueStatusSchema = z.object({
  fetchedAt: momentMs,
  /** Of the last try. */
  triedAt: momentMs,
  /** Why the last try failed; `null`: it did not. */
  error: z.nullable(serviceProblemSchema),
});
export type CatalogueStatus = z.infer<typeof catalogueStatusSchema>;

/** The age of the catalog, which itself need not be read for that. */
export const catalogueStatus = defineStoredItem<CatalogueStatus>('local:catalogueStatus', {
  schema: catalogueStatusSchema,
  migrations: [withoutErrorText],
  fallback: { fetchedAt: 0, triedAt: 0, error: null },
});

/** Version 1 stored the error as a text. Without it, the catalog is fetched again by its age. */
function withoutErrorText(old: unknown): unknown {
  return isMap(old) ? { ...old, error: null } : old;
}

/** When the worker last made sure that the catalog can be read. */
export const catalogueCheckedAt = defineStoredItem<UnixMilliseconds>('session:catalogueCheckedAt', {
  schema: unixMilliseconds,
  fallback: 0,
});

/** The watchlist's feeds, id → attributes, so that rows do not need the catalog. */
export const followedFeeds = defineStoredItem<Record<FeedId, Record<string, string>>>(
  'local:followedFeeds',
  {
    schema: z.record(z.string(), attributesSchema),
    fallback: Object.fromEntries(DEFAULT_FEEDS.map((feed) => [feed.id, feed.attributes])),
  },
);
