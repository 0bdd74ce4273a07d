import type { PriceServiceClient } from '../price-service/index.ts';
import { checkCatalogue, isCatalogueDue, refreshCatalogue } from './catalogue.ts';

/** Refreshes the catalogue when it is due, one fetch at a time. */
export interface CatalogueKeeper {
  /** @param isNewService a fetch under way is of the service before */
  look: (client: PriceServiceClient, isNewService: boolean) => Promise<void>;
  abort: () => void;
}

export function createCatalogueKeeper(): CatalogueKeeper {
  let fetching: AbortController | undefined;
  return {
    async look(client, isNewService) {
      if (isNewService) fetching?.abort();
      else if (fetching) return;
      else {
        // Without room for what it finds, the next look checks again.
        await checkCatalogue(Date.now()).catch(() => undefined);
        if (!(await isCatalogueDue(Date.now()))) return;
      }
      const abort = new AbortController();
      fetching = abort;
      void refreshCatalogue(client, abort.signal).finally(() => {
        if (fetching === abort) fetching = undefined;
      });
    },
    abort: () => {
      fetching?.abort();
      fetching = undefined;
    },
  };
}
