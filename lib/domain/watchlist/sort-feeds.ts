import { compareTexts } from '../../base/locale/format.ts';
import type { FeedAttributes } from '../prices/attributes.ts';
import { nameOrSymbol } from '../prices/feed-name.ts';
import type { Group } from './view.ts';

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

/** Feeds under one heading. `name`: the group's; `null`: in no group. */
export type Section = Pick<Group, 'feedIds'> & { name: string | null };

/** Each feed under the first of its groups, in that group's order. */
export function sectionsOf(ids: readonly string[], groups: readonly Group[]): Section[] {
  const left = new Set(ids);
  const section = (name: string | null, feedIds: readonly string[]): Section => ({
    name,
    feedIds: feedIds.filter((id) => left.delete(id)),
  });
  return [...groups.map(({ name, feedIds }) => section(name, feedIds)), section(null, ids)].filter(
    ({ feedIds }) => feedIds.length > 0,
  );
}
