import { badgeTurn } from '../../storage/values/badge.ts';
import type { BadgeTurn, BadgeView } from '../../domain/watchlist/badge.ts';
import type { Group } from '../../domain/watchlist/view.ts';
import { badgeFeedId, effectiveBadgeFeed } from '../../storage/values/watchlist.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { Cached } from '../cached.ts';

// A timer would have to keep the worker alive, which the browsers do not want. So the next turn comes
// with whatever wakes the worker anyway: prices that arrive, or the fallback alarm every 30 s.

/** The settings that decide whose turn it is on the badge. */
export interface BadgeSettings {
  watchlist: Cached<string[]>;
  badgeFeedId: Cached<string | null>;
  badgeView: Cached<BadgeView>;
  badgeTurn: Cached<BadgeTurn>;
  groups: Cached<Group[]>;
}

/** The badge's feed (`null` if the watchlist is empty), and whether it is its change's turn. */
export function badgeContent(settings: BadgeSettings) {
  const { shows, rotates } = settings.badgeView.current;
  const { turn } = settings.badgeTurn.current;
  const isChange = shows === 'change' || (shows === 'both' && turn % 2 === 1);
  const feeds = rotates ? feedsInTurn(settings) : [];
  const place = Math.floor(turn / turnsPerFeed(settings.badgeView.current));
  const { current: ids } = settings.watchlist;
  const feedId =
    feeds[place % feeds.length] ?? effectiveBadgeFeed(settings.badgeFeedId.current, ids);
  return { feedId, isChange };
}

/** Begins the next turn if the current one is over. */
export async function advanceBadge(settings: BadgeSettings, now: UnixMilliseconds): Promise<void> {
  const { shows, rotates, seconds } = settings.badgeView.current;
  if (!rotates && shows !== 'both') return;
  const isOver = ({ since }: BadgeTurn): boolean => Math.abs(now - since) >= seconds * 1_000;
  if (!isOver(settings.badgeTurn.current)) return;
  await badgeTurn.update((before) =>
    isOver(before) ? { turn: before.turn + 1, since: now } : before,
  );
}

/** Shows the next feed at once: in turn if several are shown, otherwise as the new badge feed. */
export async function showNextFeed(settings: BadgeSettings, now: UnixMilliseconds): Promise<void> {
  const view = settings.badgeView.current;
  if (view.rotates) {
    const turns = turnsPerFeed(view);
    await badgeTurn.update(({ turn }) => ({
      turn: (Math.floor(turn / turns) + 1) * turns,
      since: now,
    }));
    return;
  }
  const { current: ids } = settings.watchlist;
  await badgeFeedId.update((chosen) => {
    const shown = effectiveBadgeFeed(chosen, ids);
    return shown === null ? chosen : (ids[(ids.indexOf(shown) + 1) % ids.length] ?? chosen);
  });
}

function turnsPerFeed({ shows }: BadgeView): number {
  return shows === 'both' ? 2 : 1;
}

/** The whole watchlist if the group is gone or empty. */
function feedsInTurn({ watchlist, groups, badgeView }: BadgeSettings): readonly FeedId[] {
  const { groupId } = badgeView.current;
  const inGroup = groups.current.find(({ id }) => id === groupId)?.feedIds ?? [];
  const shown = inGroup.filter((id) => watchlist.current.includes(id));
  return shown.length > 0 ? shown : watchlist.current;
}
