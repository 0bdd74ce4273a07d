import { CONFIRMED, withIdentity } from '../../domain/watchlist/naming.ts';
import type { FeedId } from '../../base/units.ts';
import { feedNamings, followedFeeds } from '../../storage/values/catalog.ts';

/** The user agrees to what the service now calls a feed, or else to the name that the feed has. */
export async function agreeToName(id: FeedId): Promise<void> {
  const claim = (await feedNamings.getValue())[id]?.claim;
  if (claim) {
    await followedFeeds.update((known) => ({ ...known, [id]: withIdentity(known[id], claim) }));
  }
  await feedNamings.update((known) => ({ ...known, [id]: CONFIRMED }));
}
