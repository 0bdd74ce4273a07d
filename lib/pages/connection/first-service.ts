import { priceServices } from '../../storage/values/settings.ts';
import type { ConnectionSettings } from '../../domain/settings.ts';
import { updateService } from '../../domain/connection/service-list.ts';

/** Stores the base URL and the headers of the first service. @throws StorageWriteError */
export async function storeFirstService({ baseUrl, headers }: ConnectionSettings): Promise<void> {
  await priceServices.update((list) =>
    updateService(list, list[0]?.id ?? '', { baseUrl, headers }),
  );
}
