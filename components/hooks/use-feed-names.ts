import { useCallback } from 'react';
import { nameOrSymbol } from '@/lib/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { rowNames } from '@/lib/storage/view.ts';
import type { FeedId } from '@/lib/units.ts';
import { useStored } from './use-stored.ts';

/** What the user calls feeds. */
export function useFeedNames(): (id: FeedId) => string {
  const names = useStored(rowNames);
  const attributes = useStored(followedFeeds);
  return useCallback((id) => nameOrSymbol(id, names, attributes), [names, attributes]);
}
