import { browser } from 'wxt/browser';
import type { ReadableItem } from './stored.ts';

type Item<T> = Pick<ReadableItem<T>, 'area' | 'key' | 'parse'>;

/** The values of named items. */
export type ValuesOf<Items> = {
  [Name in keyof Items]: Items[Name] extends Item<infer T> ? T : never;
};

/** Reads all items in one step, so that they are consistent. */
export async function readAll<Items extends Readonly<Record<string, Item<unknown>>>>(
  items: Items,
): Promise<ValuesOf<Items>> {
  const named = Object.entries(items);
  const keysIn = (wanted: string): string[] =>
    named.flatMap(([, { area, key }]) => (area === wanted ? [key] : []));
  const [local, session] = await Promise.all([
    browser.storage.local.get<Record<string, unknown>>(keysIn('local')),
    browser.storage.session.get<Record<string, unknown>>(keysIn('session')),
  ]);
  const areas = { local, session };
  const values = named.map(([name, { area, key, parse }]) => [name, parse(areas[area][key])]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each item keeps its name
  return Object.fromEntries(values) as ValuesOf<Items>;
}
