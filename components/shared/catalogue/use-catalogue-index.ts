import { indexCatalogue, type CatalogueIndex } from '@/lib/watchlist/search-catalogue.ts';
import { catalogue, type Feed } from '@/lib/storage/catalogue.ts';
import { useStored } from '../../hooks/use-stored.ts';

// Made once for each catalogue, whoever searches it.
const indexes = new WeakMap<readonly Feed[], CatalogueIndex>();

/** The catalogue prepared for searching; `undefined` while it is read. */
export function useCatalogueIndex(): CatalogueIndex | undefined {
  const feeds = useStored(catalogue)?.feeds;
  if (!feeds) return undefined;
  const known = indexes.get(feeds);
  if (known) return known;
  const index = indexCatalogue(feeds);
  indexes.set(feeds, index);
  return index;
}
