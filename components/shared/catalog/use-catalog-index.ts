import { indexCatalogue, type CatalogueIndex } from '@/lib/domain/watchlist/search-catalogue.ts';
import { catalogue } from '@/lib/storage/values/catalogue.ts';
import type { Feed } from '@/lib/domain/watchlist/catalogue.ts';
import { useStored } from '../hooks/use-stored.ts';

// One index per catalog, shared by all searches.
const indexes = new WeakMap<readonly Feed[], CatalogueIndex>();

/** The catalog's search index; `undefined` until the catalog has been read. */
export function useCatalogIndex(): CatalogueIndex | undefined {
  const feeds = useStored(catalogue)?.feeds;
  if (!feeds) return undefined;
  const known = indexes.get(feeds);
  if (known) return known;
  const index = indexCatalogue(feeds);
  indexes.set(feeds, index);
  return index;
}
