import { feedName } from '@/lib/prices/feed-name.ts';
import { rowNames } from '@/lib/storage/view.ts';
import { useFeed } from '../hooks/use-feed.ts';
import { useStored } from '../hooks/use-stored.ts';

const NO_ATTRIBUTES: Record<string, string> = {};

/** A feed as alerts speak of it: by the name that the user gave it, else by its symbol. */
export function useNamedFeed(id: string) {
  const feed = useFeed(id);
  const given = useStored(rowNames)?.[id];
  const attributes = feed?.attributes ?? NO_ATTRIBUTES;
  return {
    name: given ?? feedName(attributes, id).symbol,
    attributes,
    isFollowed: feed?.isFollowed ?? true,
  };
}
