import { DEFAULT_FEEDS } from '../watchlist/default-feeds.ts';
import { defineStoredItem } from './stored-item.ts';
import { momentMs, z } from '../zod.ts';

const attributesSchema = z.record(z.string(), z.string());
const feedSchema = z.object({ id: z.string(), attributes: attributesSchema });

/** One entry of the catalogue. */
export type Feed = z.infer<typeof feedSchema>;

const catalogueSchema = z.object({
  /** Unix milliseconds of the last successful fetch; 0: never. */
  fetchedAt: momentMs,
  feeds: z.array(feedSchema),
});
export type Catalogue = z.infer<typeof catalogueSchema>;

/**
 * All feeds that the price service offers. Large: read it only where it is searched. Whole: one that
 * is damaged was never fetched.
 */
export const catalogue = defineStoredItem<Catalogue>('local:catalogue', {
  schema: catalogueSchema,
  fallback: { fetchedAt: 0, feeds: [] },
  isWhole: true,
});

const catalogueStatusSchema = z.object({
  fetchedAt: momentMs,
  /** Unix milliseconds of the last try. */
  triedAt: momentMs,
  /** Why the last try failed, in words; `null`: it did not. */
  error: z.nullable(z.string()),
});
export type CatalogueStatus = z.infer<typeof catalogueStatusSchema>;

/** How fresh the catalogue is, without reading it. */
export const catalogueStatus = defineStoredItem<CatalogueStatus>('local:catalogueStatus', {
  schema: catalogueStatusSchema,
  fallback: { fetchedAt: 0, triedAt: 0, error: null },
});

/** Unix milliseconds at which the background last made sure that the catalogue can be read. */
export const catalogueCheckedAt = defineStoredItem<number>('session:catalogueCheckedAt', {
  schema: z.number(),
  fallback: 0,
});

/** The followed feeds' catalogue entries, id → attributes, so that rows need no catalogue. */
export const followedFeeds = defineStoredItem<Record<string, Record<string, string>>>(
  'local:followedFeeds',
  {
    schema: z.record(z.string(), attributesSchema),
    fallback: Object.fromEntries(DEFAULT_FEEDS.map((feed) => [feed.id, feed.attributes])),
  },
);
