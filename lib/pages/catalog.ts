import type { Catalog } from '../domain/watchlist/catalog.ts';
import { catalog } from '../storage/catalog-store.ts';
import { catalogStatus } from '../storage/values/catalog.ts';
import { inquire } from './inquiries.ts';

/** The catalog. A private window has its own database, so there the worker is asked. */
export const pageCatalog = {
  async getValue(): Promise<Catalog> {
    const [own, { fetchedAt }] = await Promise.all([catalog.getValue(), catalogStatus.getValue()]);
    if (own.fetchedAt > 0 || fetchedAt === 0) return own;
    return inquire({ kind: 'feed-list' }).catch(() => own);
  },

  /** Calls back with each new list. Returns a function that stops watching. */
  watch(onChange: (value: Catalog) => void): () => void {
    let reads = 0;
    const stop = catalogStatus.watch((status, before) => {
      if (status.fetchedAt === before.fetchedAt) return;
      reads += 1;
      const read = reads;
      void pageCatalog.getValue().then((value) => {
        if (read === reads) onChange(value);
      });
    });
    return () => {
      reads += 1;
      stop();
    };
  },
};
