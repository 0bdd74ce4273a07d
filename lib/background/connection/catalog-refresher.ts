import type { PriceServiceClient } from '../../price-service/index.ts';
import { checkCatalog, isCatalogDue, refreshCatalog } from '../catalog.ts';

export type CatalogRefresher = ReturnType<typeof createCatalogRefresher>;

/** Refreshes the catalog when it is due, one request at a time. */
export function createCatalogRefresher() {
  let current: { client: PriceServiceClient; controller: AbortController } | undefined;

  function abort(): void {
    current?.controller.abort();
    current = undefined;
  }

  return {
    abort,
    /** @param isNewService the stored catalog is of the service before */
    async refreshIfDue(client: PriceServiceClient, isNewService: boolean): Promise<void> {
      if (current?.client === client) return;
      abort();
      if (!isNewService) {
        // If storage has no room for the result, the next call checks again.
        await checkCatalog(Date.now()).catch(() => undefined);
        if (!(await isCatalogDue(Date.now()))) return;
      }
      const request = { client, controller: new AbortController() };
      current = request;
      void refreshCatalog(client, request.controller.signal).finally(() => {
        if (current === request) current = undefined;
      });
    },
  };
}
