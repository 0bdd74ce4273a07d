import { useCallback } from 'react';
import { feedName } from '@/lib/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { rowNames } from '@/lib/storage/view.ts';
import type { FeedId } from '@/lib/units.ts';
import { useStored } from '../hooks/use-stored.ts';

/** How feeds are called here: the display name if there is one, otherwise the symbol. */
export function useFeedNames(): (id: FeedId) => string {
  const names = useStored(rowNames);
  const attributes = useStored(followedFeeds);
  return useCallback(
    (id) => names?.[id] ?? feedName(attributes?.[id] ?? {}, id).symbol,
    [names, attributes],
  );
}
