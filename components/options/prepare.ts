import { FIRST_ITEMS } from '@/lib/storage/first-paint.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { appearance, priceServices, trustSettings } from '@/lib/storage/values/settings.ts';
import type { ReadableItem } from '@/lib/storage/stored.ts';
import { applyAppearance } from '../shared/hooks/appearance.ts';
import { primeStored } from '../shared/hooks/use-stored.ts';

/** The settings are among the values of the popup's first paint. */
const SHOWN = [...FIRST_ITEMS, activeService, priceServices, serviceHealth, trustSettings];

/** Reads everything that the first render shows. */
export async function prepareOptions(): Promise<void> {
  await Promise.all(SHOWN.map(prime));
  applyAppearance(await appearance.getValue());
}

async function prime<T>(item: ReadableItem<T>): Promise<void> {
  primeStored(item, await item.getValue());
}
