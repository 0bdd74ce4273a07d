import { priceServices } from '@/lib/storage/values/settings.ts';
import { DEFAULT_SERVICE } from '@/lib/domain/connection/default-service.ts';
import type { ConnectionSettings, ServiceSettings } from '@/lib/domain/settings.ts';

/** A service with this base URL and these headers; everything else is as in a new installation. */
export function serviceWith(parts: Partial<ServiceSettings>): ServiceSettings {
  return { ...DEFAULT_SERVICE, ...parts };
}

/** Stores a list with this service only. */
export async function setService(parts: Partial<ServiceSettings>): Promise<void> {
  await priceServices.setValue([serviceWith(parts)]);
}

/** The base URL and the headers of the first stored service. */
export async function firstService(): Promise<ConnectionSettings> {
  const [{ baseUrl, headers } = DEFAULT_SERVICE] = await priceServices.getValue();
  return { baseUrl, headers };
}
