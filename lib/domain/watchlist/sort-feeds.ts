import { compareTexts } from '../../base/locale/format.ts';
import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import { assetTypeLabel, nameOrSymbol } from '../prices/feed-name.ts';

interface SortSubject {
  attributes: Readonly<Record<string, FeedAttributes>>;
  names: Readonly<Record<string, string>>;
}

/** Sorts by displayed name. Equal names stay in the user's order. */
export function sortByName(ids: readonly string[], subject: SortSubject): string[] {
  return sortBy(ids, (id) => [nameOf(id, subject)]);
}

/** Sorts by asset type, then by name. */
export function sortByAssetType(ids: readonly string[], subject: SortSubject): string[] {
  return sortBy(ids, (id) => [
    assetTypeLabel(attribute(subject.attributes[id], 'asset_type')),
    nameOf(id, subject),
  ]);
}

function nameOf(id: string, { names, attributes }: SortSubject): string {
  return nameOrSymbol(id, names, attributes);
}

function sortBy(ids: readonly string[], keyOf: (id: string) => readonly string[]): string[] {
  return ids
    .map((id) => ({ id, keys: keyOf(id) }))
    .toSorted((a, b) => compareKeys(a.keys, b.keys))
    .map(({ id }) => id);
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (const [at, key] of a.entries()) {
    const order = compareTexts(key, b[at] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}
