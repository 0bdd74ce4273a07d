import type { ReadableItem } from '@/lib/storage/stored.ts';
import { itemsFor } from '@/lib/storage/table.ts';
import { primeStored } from '../shared/hooks/use-stored.ts';

/** Reads everything that the first render shows. */
export async function prepareOptions(): Promise<void> {
  await Promise.all(itemsFor('options').map(prime));
}

async function prime(item: ReadableItem<unknown>): Promise<void> {
  primeStored(item, await item.getValue());
}
