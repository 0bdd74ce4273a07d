import { CONFIRMED, withIdentity } from '../../domain/watchlist/naming.ts';
import type { FeedId } from '../../base/units.ts';
import { feedNamings, followedFeeds } from '../../storage/values/catalog.ts';

/** Accepts the service's name for a feed, or else the feed's own. */
export async function agreeToName(id: FeedId): Promise<void> {
  const claim = (await feedNamings.getValue())[id]?.claim;
  if (claim) {
    await followedFeeds.update((known) => ({ ...known, [id]: withIdentity(known[id], claim) }));
  }
  await feedNamings.update((known) => ({ ...known, [id]: CONFIRMED }));
}
