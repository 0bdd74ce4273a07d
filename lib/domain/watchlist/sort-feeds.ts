import { compareTexts } from '../../base/locale/format.ts';
import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import { assetTypeLabel, feedName } from '../prices/feed-name.ts';

/** The data to sort by. */
export interface SortSubject {
  /** Catalog attributes by feed id. */
  attributes: Readonly<Record<string, FeedAttributes>>;
  /** Display names by feed id. */
  names: Readonly<Record<string, string>>;
}

/** Sorts by the names that the rows show. Equal names stay in the user's order. */
export function sortByName(ids: readonly string[], subject: SortSubject): string[] {
  return sortBy(ids, (id) => [nameKey(id, subject)]);
}

/** Sorts by asset type, then by name. */
export function sortByAssetType(ids: readonly string[], subject: SortSubject): string[] {
  return sortBy(ids, (id) => {
    const assetType = attribute(attributesOf(id, subject), 'asset_type');
    return [assetTypeLabel(assetType), nameKey(id, subject)];
  });
}

function nameKey(id: string, subject: SortSubject): string {
  const displayName = Object.hasOwn(subject.names, id) ? subject.names[id] : undefined;
  return displayName ?? feedName(attributesOf(id, subject), id).symbol;
}

function attributesOf(id: string, { attributes }: SortSubject): FeedAttributes | undefined {
  return Object.hasOwn(attributes, id) ? attributes[id] : undefined;
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
