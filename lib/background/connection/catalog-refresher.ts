import type { PriceServiceClient } from '../../price-service/index.ts';
import { checkCatalog, isCatalogDue, refreshCatalog, type CatalogSource } from './catalog.ts';

export type CatalogRefresher = ReturnType<typeof createCatalogRefresher>;

export function createCatalogRefresher() {
  let current:
    | { client: PriceServiceClient; controller: AbortController; ended: Promise<void> }
    | undefined;

  function abort(): void {
    current?.controller.abort();
    current = undefined;
  }

  /** Joins a request in progress. Resolves when it ends, even if it fails. */
  function refresh(source: CatalogSource): Promise<void> {
    const { client } = source;
    if (current?.client === client) return current.ended;
    abort();
    const controller = new AbortController();
    const ended = refreshCatalog(source, controller.signal).finally(() => {
      if (current?.controller === controller) current = undefined;
    });
    current = { client, controller, ended };
    return ended;
  }

  /** @param isNewService the stored catalog is the previous service's */
  async function refreshIfDue(source: CatalogSource, isNewService: boolean): Promise<void> {
    if (current?.client === source.client) return;
    abort();
    if (!isNewService) {
      // If storage has no room for the result, the next call checks again.
      await checkCatalog(Date.now()).catch(() => undefined);
      if (!(await isCatalogDue(Date.now()))) return;
    }
    void refresh(source);
  }

  return { refresh, refreshIfDue, abort };
}
