import { CONFIRMED, withIdentity, type Namings } from '../../domain/watchlist/naming.ts';
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

/** Feeds whose names the user has not confirmed, except those that the service renamed. */
export function unconfirmedIds(namings: Namings): FeedId[] {
  const all = Object.entries(namings);
  return all.flatMap(([id, { isConfirmed, claim }]) => (isConfirmed || claim ? [] : [id]));
}

/** Records that the user confirmed the current names of these feeds. */
export async function confirmNames(ids: readonly FeedId[]): Promise<void> {
  await feedNamings.update((known) => {
    const confirmed = unconfirmedIds(known).filter((id) => ids.includes(id));
    return { ...known, ...Object.fromEntries(confirmed.map((id) => [id, CONFIRMED])) };
  });
}
