import { useCallback } from 'react';
import { nameOrSymbol } from '@/lib/domain/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { rowNames } from '@/lib/storage/values/view.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useStored } from './use-stored.ts';

export function useFeedNames(): (id: FeedId) => string {
  const names = useStored(rowNames);
  const attributes = useStored(followedFeeds);
  return useCallback((id) => nameOrSymbol(id, names, attributes), [names, attributes]);
}
