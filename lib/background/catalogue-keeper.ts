import type { PriceServiceClient } from '../price-service/index.ts';
import { checkCatalogue, isCatalogueDue, refreshCatalogue } from './catalogue.ts';

/** Refreshes the catalogue when it is due, one fetch at a time. */
export interface CatalogueKeeper {
  /** @param isNewService what is stored is of the service before */
  look: (client: PriceServiceClient, isNewService: boolean) => Promise<void>;
  abort: () => void;
}

export function createCatalogueKeeper(): CatalogueKeeper {
  let fetching: { client: PriceServiceClient; abort: AbortController } | undefined;

  function abort(): void {
    fetching?.abort.abort();
    fetching = undefined;
  }

  return {
    async look(client, isNewService) {
      if (fetching?.client === client) return;
      abort();
      if (!isNewService) {
        // Without room for what it finds, the next look checks again.
        await checkCatalogue(Date.now()).catch(() => undefined);
        if (!(await isCatalogueDue(Date.now()))) return;
      }
      const fetch = { client, abort: new AbortController() };
      fetching = fetch;
      void refreshCatalogue(client, fetch.abort.signal).finally(() => {
        if (fetching === fetch) fetching = undefined;
      });
    },
    abort,
  };
}
