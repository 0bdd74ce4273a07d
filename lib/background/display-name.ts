import type { FeedId } from '../base/units.ts';
import { nameOrSymbol } from '../domain/prices/feed-name.ts';
import type { Cached } from './cached.ts';

interface NameSettings {
  followedFeeds: Cached<Record<FeedId, Record<string, string>>>;
  rowNames: Cached<Record<FeedId, string>>;
}

export function displayName({ followedFeeds, rowNames }: NameSettings, id: FeedId): string {
  return nameOrSymbol(id, rowNames.current, followedFeeds.current);
}
