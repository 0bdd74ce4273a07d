import { badgeView } from '../../storage/values/badge.ts';
import { badgeFeedId } from '../../storage/values/watchlist.ts';
import type { FeedId } from '../../base/units.ts';

/** Shows this feed on the toolbar button; `null`: the first feed of the watchlist. */
export async function showOnBadge(id: FeedId | null): Promise<void> {
  await badgeFeedId.setValue(id);
  await badgeView.update((view) => (view.subject === 'feed' ? view : { ...view, subject: 'feed' }));
}
