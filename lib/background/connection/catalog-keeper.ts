import { coalesce } from '../../base/coalesce.ts';
import { SAMPLE_SERVICE } from '../../domain/samples/sample-service.ts';
import type { PriceServiceClient } from '../../price-service/index.ts';
import { catalogStatus } from '../../storage/values/catalog.ts';
import {
  addAttributesFromCatalog,
  checkCatalog,
  dropForeignCatalog,
  isCatalogDue,
  refreshCatalog,
  type CatalogSource,
} from './catalog.ts';
import { keepCurrencyFeeds } from './currency-feeds.ts';

/** Keeps the catalog, and the names of the feeds that the user follows. */
export class CatalogKeeper {
  #request: { client: PriceServiceClient; abort: AbortController; ended: Promise<void> } | null =
    null;

  /** Gives newly needed feeds their names, and finds the feeds that convert prices. */
  readonly describeFeeds = coalesce(async () => {
    try {
      await addAttributesFromCatalog();
      if (await keepCurrencyFeeds()) await addAttributesFromCatalog();
    } catch {
      console.warn('The names of the feeds in the watchlist could not be stored.');
    }
  });

  /**
   * The catalog comes from the preferred service. Until it is loaded, the one in use provides it.
   * @param isNew the stored catalog is the previous service's
   */
  async keep(source: CatalogSource, isPreferred: boolean, isNew: boolean): Promise<void> {
    await dropForeignCatalog(source.id);
    // If storage has no room for the result, the next call checks again.
    await checkCatalog(Date.now()).catch(() => undefined);
    const { fetchedAt } = await catalogStatus.getValue();
    // The sample catalog never changes, and the preferred service's may already be stored.
    if (fetchedAt > 0 && (source.id === SAMPLE_SERVICE.id || !isPreferred)) return;
    if (this.#request?.client === source.client) return;
    this.abort();
    if (!(isNew && isPreferred) && !(await isCatalogDue(Date.now()))) return;
    void this.refresh(source);
  }

  /** Joins a request in progress. Resolves when it ends, even if it fails. */
  refresh(source: CatalogSource): Promise<void> {
    const { client } = source;
    if (this.#request?.client === client) return this.#request.ended;
    this.abort();
    const abort = new AbortController();
    const ended = refreshCatalog(source, abort.signal).finally(() => {
      if (this.#request?.abort === abort) this.#request = null;
    });
    this.#request = { client, abort, ended };
    return ended;
  }

  abort(): void {
    this.#request?.abort.abort();
    this.#request = null;
  }
}
