import { useEffect, useState } from 'react';
import { indexCatalog, type CatalogIndex } from '@/lib/domain/watchlist/search-catalog.ts';
import { pageCatalog } from '@/lib/pages/catalog.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { useStored } from '../hooks/use-stored.ts';

// All searches share an index.
const indexing = new WeakMap<readonly Feed[], Promise<CatalogIndex>>();
const indexes = new WeakMap<readonly Feed[], CatalogIndex>();

/** `undefined` until the catalog has been read. Then the last index, until the next is complete. */
export function useCatalogIndex(): CatalogIndex | undefined {
  const feeds = useStored(pageCatalog)?.feeds;
  const [last, setLast] = useState<CatalogIndex>();
  useEffect(() => {
    if (!feeds) return undefined;
    let isWanted = true;
    void indexOf(feeds).then((index) => {
      if (isWanted) setLast(index);
    });
    return () => {
      isWanted = false;
    };
  }, [feeds]);
  return (feeds && indexes.get(feeds)) ?? last;
}

function indexOf(feeds: readonly Feed[]): Promise<CatalogIndex> {
  const known = indexing.get(feeds);
  if (known) return known;
  const index = indexCatalog(feeds);
  indexing.set(feeds, index);
  void index.then((done) => indexes.set(feeds, done));
  return index;
}
