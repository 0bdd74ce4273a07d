import { compareTexts } from '../../base/locale/format.ts';
import type { FeedAttributes } from '../prices/attributes.ts';
import { nameOrSymbol } from '../prices/feed-name.ts';

interface SortSubject {
  attributes: Readonly<Record<string, FeedAttributes>>;
  names: Readonly<Record<string, string>>;
}

/** Sorts by displayed name. Equal names stay in the user's order. */
export function sortByName(ids: readonly string[], subject: SortSubject): string[] {
  return ids
    .map((id) => ({ id, name: nameOrSymbol(id, subject.names, subject.attributes) }))
    .toSorted((a, b) => compareTexts(a.name, b.name))
    .map(({ id }) => id);
}
