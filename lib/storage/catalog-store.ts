import type { DBSchema } from 'idb';
import { catalogSchema, type Catalog } from '../domain/watchlist/catalog.ts';
import { openOnce } from './open-once.ts';
import { removeItems } from './areas.ts';
import { itemsThatFit } from './stored-bytes.ts';
import { sessionCatalog } from './values/catalog.ts';

// The public catalog has at most 464 bytes for a feed. The watchlist has up to 1,000 feeds, each
// with its attributes and perhaps with others that the list claims.
const MAX_ATTRIBUTE_BYTES = 2_048;

/** The first attributes that fit into a feed's share of local storage, which alerts need too. */
export function boundAttributes(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(itemsThatFit(Object.entries(attributes), MAX_ATTRIBUTE_BYTES));
}

// Prices share the 10 MiB of session storage.
const MAX_SESSION_BYTES = 2 * 2 ** 20;

interface Schema extends DBSchema {
  /** JSON, because browsers copy a text ten times faster than a large map of maps. */
  lists: { key: 'current'; value: string };
}

const open = openOnce<Schema>('catalog', (database) => {
  database.createObjectStore('lists');
});

/**
 * The feed list that the service offers, in IndexedDB: it is large and not trusted, so it must not
 * take room from alerts. Where the browser refuses a database, session storage has the list.
 * Reading it is expensive. A damaged list is fetched again as a whole.
 */
export const catalog = {
  fallback: sessionCatalog.fallback,

  async getValue(): Promise<Catalog> {
    const inSession = await sessionCatalog.getValue();
    return inSession.fetchedAt > 0 ? inSession : readDatabase();
  },

  /** Only for the worker, which stores the status next. @throws StorageWriteError */
  async setValue(value: Catalog): Promise<void> {
    try {
      await (await open()).put('lists', JSON.stringify(value), 'current');
    } catch {
      const feeds = itemsThatFit(value.feeds, MAX_SESSION_BYTES);
      return sessionCatalog.setValue({ ...value, feeds });
    }
    await removeItems('session', [sessionCatalog.key]);
  },
};

async function readDatabase(): Promise<Catalog> {
  try {
    const text = await (await open()).get('lists', 'current');
    if (text !== undefined) return catalogSchema.parse(JSON.parse(text));
  } catch {
    // Refused or damaged: the worker notices that there is no list.
  }
  return sessionCatalog.fallback;
}
