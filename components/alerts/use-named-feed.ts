import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { rowNames } from '@/lib/storage/values/view.ts';
import { useFeed } from '../shared/hooks/use-feed.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

const NO_ATTRIBUTES: Record<string, string> = {};

export function useNamedFeed(id: string) {
  const feed = useFeed(id);
  const displayName = useStored(rowNames)?.[id];
  const attributes = feed?.attributes ?? NO_ATTRIBUTES;
  return {
    name: displayName ?? feedName(attributes, id).symbol,
    attributes,
    isFollowed: feed?.isFollowed ?? true,
  };
}
