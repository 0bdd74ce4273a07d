import { badgeTurn, badgeView } from '../../storage/values/badge.ts';
import { TURN_SECONDS, type BadgeTurn, type BadgeView } from '../../domain/watchlist/badge.ts';
import { badgeFeedId, effectiveBadgeFeed } from '../../storage/values/watchlist.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { Cached } from '../cached.ts';

// A timer would have to keep the worker alive, which the browsers do not want. So the next turn comes
// with whatever wakes the worker anyway: prices that arrive, or the fallback alarm every 30 s.

/** The settings that decide whose turn it is on the toolbar button. */
export interface BadgeSettings {
  watchlist: Cached<string[]>;
  badgeFeedId: Cached<string | null>;
  badgeView: Cached<BadgeView>;
  badgeTurn: Cached<BadgeTurn>;
}

/**
 * The feed that the button shows; `null` if the watchlist is empty.
 *
 * @param isOpen whether a feed's market is open: the others are skipped while one is
 */
export function feedInTurn(
  settings: BadgeSettings,
  isOpen: (id: FeedId) => boolean,
): FeedId | null {
  const { current: ids } = settings.watchlist;
  if (settings.badgeView.current.subject === 'turn') {
    const open = ids.filter(isOpen);
    const feeds = open.length > 0 ? open : ids;
    return feeds[settings.badgeTurn.current.turn % feeds.length] ?? null;
  }
  return effectiveBadgeFeed(settings.badgeFeedId.current, ids);
}

/** Whether past prices are needed even while no page is open. */
export function needsChanges({ look, subject }: BadgeView): boolean {
  return look !== 'badge' || subject === 'total' || subject === 'gain';
}

/** Begins the next turn if the current one is over. */
export async function advanceBadge(settings: BadgeSettings, now: UnixMilliseconds): Promise<void> {
  if (settings.badgeView.current.subject !== 'turn') return;
  const isOver = ({ since }: BadgeTurn): boolean => Math.abs(now - since) >= TURN_SECONDS * 1_000;
  if (!isOver(settings.badgeTurn.current)) return;
  await badgeTurn.update((before) =>
    isOver(before) ? { turn: before.turn + 1, since: now } : before,
  );
}

/**
 * Shows the next feed at once: in turn if several are shown, otherwise as the new badge feed. In
 * place of holdings, it shows the badge feed.
 */
export async function showNextFeed(settings: BadgeSettings, now: UnixMilliseconds): Promise<void> {
  const { subject } = settings.badgeView.current;
  if (subject === 'turn') {
    await badgeTurn.update(({ turn }) => ({ turn: turn + 1, since: now }));
  } else if (subject === 'feed') {
    const { current: ids } = settings.watchlist;
    await badgeFeedId.update((chosen) => {
      const shown = effectiveBadgeFeed(chosen, ids);
      return shown === null ? chosen : (ids[(ids.indexOf(shown) + 1) % ids.length] ?? chosen);
    });
  } else {
    await badgeView.update((view) => ({ ...view, subject: 'feed' }));
  }
}
