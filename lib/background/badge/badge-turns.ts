import { badgeTurn, badgeView } from '../../storage/values/badge.ts';
import { TURN_SECONDS, type BadgeTurn, type BadgeView } from '../../domain/watchlist/badge.ts';
import { badgeFeedId, effectiveBadgeFeed } from '../../storage/values/watchlist.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { Cached } from '../cached.ts';

// Browsers end idle workers, so a timer is no use. The next turn starts when something else wakes
// the worker: new prices, or the fallback alarm every 30 s.

/** The settings that decide which feed the toolbar button shows. */
export interface BadgeSettings {
  watchlist: Cached<string[]>;
  badgeFeedId: Cached<string | null>;
  badgeView: Cached<BadgeView>;
  badgeTurn: Cached<BadgeTurn>;
}

/**
 * The feed that the button shows; `null` if the watchlist is empty.
 *
 * @param isOpen whether a feed's market is open; closed markets are skipped unless all are closed
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
 * Switches to the next feed at once: the next turn if feeds take turns, otherwise a new badge feed.
 * If holdings are shown, switches to the badge feed.
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
