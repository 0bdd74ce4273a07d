import { useMemo, useState } from 'react';
import { sectionsOf, sortByName, type Section } from '@/lib/domain/watchlist/sort-feeds.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { groups, listView, rowNames } from '@/lib/storage/values/view.ts';
import type { Group, ListView } from '@/lib/domain/watchlist/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { useStored, useStoredPart } from '../../shared/hooks/use-stored.ts';
import { useHasHoldings } from '../../shared/hooks/use-has-holdings.ts';
import { useShownGroup } from '../../shared/hooks/use-shown-group.ts';

export interface ShownFeeds {
  /** Feed ids in the user's own order. */
  byHand: readonly string[];
  /** Feed ids in the displayed order. */
  ids: readonly string[];
  sort: ListView['sort'];
  /** Have headings; `null` in another order. */
  sections: readonly Section[] | null;
  /** Sets an order by figures, calculated by lazily loaded code. */
  setOrder: (ids: readonly string[]) => void;
}

/** The feeds of the selected tab in the chosen order; `undefined` before the first read. */
export function useShownFeeds(group: Group | null): ShownFeeds | undefined {
  const followed = useStored(watchlist);
  const attributes = useStored(followedFeeds);
  const names = useStored(rowNames);
  const allGroups = useStored(groups);
  const sort = useShownSort();
  const [order, setOrder] = useState<readonly string[]>([]);

  const byHand = useMemo(() => {
    if (!followed || !group) return followed;
    const onWatchlist = new Set(followed);
    return group.feedIds.filter((id) => onWatchlist.has(id));
  }, [followed, group]);

  const sections = useMemo(
    () => (sort === 'group' && byHand && allGroups ? sectionsOf(byHand, allGroups) : null),
    [byHand, allGroups, sort],
  );

  const ids = useMemo(() => {
    if (!byHand || !attributes || !names) return undefined;
    if (sections) return sections.flatMap(({ feedIds }) => feedIds);
    if (sort === 'name') return sortByName(byHand, { attributes, names });
    // Feeds without a known place go last: all feeds before the order is known, then new ones.
    if (isByFigure(sort)) return sortByOrder(byHand, order);
    return byHand;
  }, [byHand, attributes, names, sections, sort, order]);

  return byHand && ids && sort && { byHand, ids, sort, sections, setOrder };
}

/** The chosen order, or the user's own where the chosen one is not offered. */
export function useShownSort(): ListView['sort'] | undefined {
  const sort = useStored(listView)?.sort;
  const sorts = useSorts();
  return sort && (sorts.includes(sort) ? sort : 'hand');
}

/** By value only with holdings; by group only with groups, where all are shown. */
export function useSorts(): readonly ListView['sort'][] {
  const hasHoldings = useHasHoldings();
  const hasGroups = useStoredPart(groups, (list) => (list?.length ?? 0) > 0);
  const isAll = useShownGroup() === null;
  return [
    'hand',
    ...(hasGroups && isAll ? (['group'] as const) : []),
    'name',
    'change',
    ...(hasHoldings ? (['value'] as const) : []),
  ];
}

/** Whether the order depends on figures that change with the prices. */
function isByFigure(sort: ListView['sort'] | undefined): boolean {
  return sort === 'change' || sort === 'value';
}

function sortByOrder(ids: readonly string[], order: readonly string[]): readonly string[] {
  const place = new Map(order.map((id, index) => [id, index]));
  const placeOf = (id: string): number => place.get(id) ?? place.size;
  return ids.toSorted((a, b) => placeOf(a) - placeOf(b));
}
