import { feedSymbol } from '@/lib/domain/prices/feed-name.ts';
import { pageCatalog } from '@/lib/pages/catalog.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import type { MissingReason } from '@/lib/domain/prices/stored-price.ts';
import { rowNames } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { useRead } from './use-read.ts';
import { useStored } from './use-stored.ts';

export interface FeedEntry {
  /** The display name, otherwise the symbol. */
  name: string;
  attributes: Record<string, string>;
  isFollowed: boolean;
  missing: MissingReason | undefined;
}

/** The attributes of a feed that is in no list. */
export const NO_ATTRIBUTES: Record<string, string> = {};

/** `undefined` until the watchlist has been read. @param id empty: no feed */
export function useFeed(id: string): FeedEntry | undefined {
  const ids = useStored(watchlist);
  const known = useStored(followedFeeds);
  const displayName = useStored(rowNames)?.[id];
  const missing = useStored(missingFeeds);
  const stored = known && (known[id] ?? null);
  const listed = useCatalogEntry(id, stored === null && id !== '');
  if (!ids || stored === undefined) return undefined;
  const attributes = stored ?? listed ?? NO_ATTRIBUTES;
  return {
    name: displayName ?? feedSymbol(attributes, id),
    attributes,
    isFollowed: ids.includes(id),
    missing: missing?.[id],
  };
}

/** The catalog is large, so it is read only when needed. */
function useCatalogEntry(id: string, isNeeded: boolean): Record<string, string> | undefined {
  return useRead(isNeeded ? id : '', async () => {
    if (!isNeeded) return undefined;
    const { feeds } = await readCatalog();
    return feeds.find((feed) => feed.id === id)?.attributes;
  });
}

let reading: ReturnType<typeof pageCatalog.getValue> | undefined;

/** Simultaneous callers, such as rows, share one read. */
function readCatalog(): ReturnType<typeof pageCatalog.getValue> {
  reading ??= pageCatalog.getValue().finally(() => {
    reading = undefined;
  });
  return reading;
}
