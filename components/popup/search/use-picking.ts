import { useMemo } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { agreeToName } from '@/lib/pages/watchlist/watchlist.ts';
import { feedNamings } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { goTo } from '../../shared/route.ts';
import type { FeedSearch } from './use-feed-search.ts';

export type Picking = ReturnType<typeof usePicking>;

/**
 * Picking a result adds it, and opens it once it is listed. A name that comes from the feed list
 * alone is confirmed first: here it can be compared with the others.
 */
export function usePicking(search: FeedSearch, group: Group | null) {
  const followed = useStored(watchlist);
  const listed = useMemo(
    () => new Set<FeedId>(group ? group.feedIds : (followed ?? [])),
    [group, followed],
  );
  const namings = useStored(feedNamings);
  const isUnconfirmed = (id: FeedId): boolean => {
    const naming = namings?.[id];
    return listed.has(id) && naming !== undefined && !naming.isConfirmed && !naming.claim;
  };
  const pick = (feed: Feed): void => {
    if (isUnconfirmed(feed.id)) void agreeToName(feed.id);
    else if (search.replacing !== null || !listed.has(feed.id)) search.pick(feed);
    else {
      search.end();
      goTo({ view: 'feed', id: feed.id });
    }
  };
  const listedAs = group ? t('search.inGroup', { group: group.name }) : t('search.onWatchlist');
  return { listed, listedAs, isUnconfirmed, pick };
}
