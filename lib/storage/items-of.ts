import { isMap } from '../base/is-map.ts';
import type { StoredItem } from './stored.ts';

/** Stored items that these modules export, alone or in maps. */
export function itemsOf(modules: readonly object[]): StoredItem<unknown>[] {
  return modules
    .flatMap((exported) => Object.values(exported))
    .flatMap((value: unknown) => {
      if (isItem(value)) return [value];
      return isMap(value) ? Object.values(value).filter(isItem) : [];
    });
}

function isItem(value: unknown): value is StoredItem<unknown> {
  return isMap(value) && 'parse' in value && 'uses' in value;
}
