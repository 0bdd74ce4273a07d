import { badgeView } from '@/lib/storage/values/badge.ts';
import { badgeFeedId, effectiveBadgeFeed, watchlist } from '@/lib/storage/values/watchlist.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useStored } from './use-stored.ts';

/** The only feed on the toolbar button; `null` if the button shows several feeds or holdings. */
export function useBadgeFeed(): FeedId | null {
  const chosen = useStored(badgeFeedId) ?? null;
  const followed = useStored(watchlist) ?? [];
  const subject = useStored(badgeView)?.subject;
  return subject === 'feed' ? effectiveBadgeFeed(chosen, followed) : null;
}
