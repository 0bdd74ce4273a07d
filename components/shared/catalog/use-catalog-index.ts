import { indexCatalog, type CatalogIndex } from '@/lib/domain/watchlist/search-catalog.ts';
import { catalog } from '@/lib/storage/values/catalog.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { useStored } from '../hooks/use-stored.ts';

// All searches share an index.
const indexes = new WeakMap<readonly Feed[], CatalogIndex>();

/** `undefined` until the catalog has been read. */
export function useCatalogIndex(): CatalogIndex | undefined {
  const feeds = useStored(catalog)?.feeds;
  if (!feeds) return undefined;
  const known = indexes.get(feeds);
  if (known) return known;
  const index = indexCatalog(feeds);
  indexes.set(feeds, index);
  return index;
}
