import type { ReadableItem } from './stored.ts';

/** The values of named items. */
export type ValuesOf<Items> = {
  [Name in keyof Items]: Items[Name] extends ReadableItem<infer T> ? T : never;
};

/** Reads all items in one step for each area, so that they are consistent. */
export async function readAll<Items extends Readonly<Record<string, ReadableItem<unknown>>>>(
  items: Items,
): Promise<ValuesOf<Items>> {
  const values = await Promise.all(Object.values(items).map((item) => item.getValue()));
  const named = Object.keys(items).map((name, index) => [name, values[index]]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each item keeps its name
  return Object.fromEntries(named) as ValuesOf<Items>;
}
