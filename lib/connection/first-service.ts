import { priceServices, type ConnectionSettings } from '../storage/settings.ts';
import { updateService } from './service-list.ts';

/** Stores the base URL and the headers of the first service. @throws StorageWriteError */
export async function storeFirstService({ baseUrl, headers }: ConnectionSettings): Promise<void> {
  await priceServices.update((list) =>
    updateService(list, list[0]?.id ?? '', { baseUrl, headers }),
  );
}
