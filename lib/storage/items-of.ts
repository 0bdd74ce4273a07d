import { isMap } from '../base/is-map.ts';
import type { ReadableItem } from './stored.ts';

/** The stored items among what these modules export, and in the maps of items that they export. */
export function itemsOf(modules: readonly object[]): ReadableItem<unknown>[] {
  return modules
    .flatMap((exported) => Object.values(exported))
    .flatMap((value: unknown) => {
      if (isItem(value)) return [value];
      return isMap(value) ? Object.values(value).filter(isItem) : [];
    });
}

function isItem(value: unknown): value is ReadableItem<unknown> {
  return isMap(value) && 'parse' in value && 'uses' in value;
}
