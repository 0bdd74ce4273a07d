import { suggestedHistory } from '../../domain/connection/history-services.ts';
import { updateService } from '../../domain/connection/service-list.ts';
import type { ConnectionSettings } from '../../domain/settings.ts';
import { historyServices, priceServices } from '../../storage/values/settings.ts';

/**
 * Stores the first service, and its operator's history service if known and there is an access
 * token.
 * @param hasHistory the user lets the history service get the token
 * @throws StorageWriteError
 */
export async function storeFirstService(
  { baseUrl, headers }: ConnectionSettings,
  hasHistory: boolean,
): Promise<void> {
  const list = await priceServices.update((services) =>
    updateService(services, services[0]?.id ?? '', { baseUrl, headers }),
  );
  const id = list[0]?.id ?? '';
  const history = suggestedHistory({ baseUrl, headers });
  if (!history || history.headers.length === 0) return;
  await historyServices.update((known) => ({ ...known, [id]: hasHistory ? history : null }));
}
