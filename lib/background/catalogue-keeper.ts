import type { PriceServiceClient } from '../price-service/index.ts';
import { checkCatalogue, isCatalogueDue, refreshCatalogue } from './catalogue.ts';

/** Refreshes the catalogue when it is due, one fetch at a time. */
export interface CatalogueKeeper {
  /** @param isNewService what is stored is of the service before */
  look: (client: PriceServiceClient, isNewService: boolean) => Promise<void>;
  /** Refreshes it now, or joins the fetch that is under way. Resolves when the fetch has ended. */
  refresh: (client: PriceServiceClient) => Promise<void>;
  abort: () => void;
}

interface Fetch {
  client: PriceServiceClient;
  abort: AbortController;
  ended: Promise<void>;
}

export function createCatalogueKeeper(): CatalogueKeeper {
  let fetching: Fetch | undefined;

  return { look, refresh, abort };

  async function look(client: PriceServiceClient, isNewService: boolean): Promise<void> {
    if (fetching?.client === client) return;
    abort();
    if (!isNewService) {
      // Without room for what it finds, the next look checks again.
      await checkCatalogue(Date.now()).catch(() => undefined);
      if (!(await isCatalogueDue(Date.now()))) return;
    }
    void refresh(client);
  }

  function refresh(client: PriceServiceClient): Promise<void> {
    if (fetching?.client === client) return fetching.ended;
    abort();
    const controller = new AbortController();
    const ended = refreshCatalogue(client, controller.signal).finally(() => {
      if (fetching?.abort === controller) fetching = undefined;
    });
    fetching = { client, abort: controller, ended };
    return ended;
  }

  function abort(): void {
    fetching?.abort.abort();
    fetching = undefined;
  }
}
