import { useMemo } from 'react';
import { holdings } from '@/lib/storage/values/holdings.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

/** @param group `null`: all holdings */
export function useHeldFeeds(group: Pick<Group, 'feedIds'> | null): readonly FeedId[] {
  const listed = useStored(watchlist);
  const held = useStored(holdings);
  const feedIds = group?.feedIds;
  return useMemo(() => {
    if (!listed || !held) return [];
    const isInTab = new Set(feedIds ?? listed);
    return listed.filter((id) => Object.hasOwn(held, id) && isInTab.has(id));
  }, [listed, held, feedIds]);
}
