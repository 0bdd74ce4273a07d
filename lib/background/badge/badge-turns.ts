import { badgeTurn, badgeView } from '../../storage/values/badge.ts';
import type { Holdings } from '../../domain/holdings/holding.ts';
import {
  hasTurn,
  TURN_SECONDS,
  type BadgeTurn,
  type BadgeView,
} from '../../domain/watchlist/badge.ts';
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
  holdings: Cached<Holdings>;
}

/**
 * What the button shows: a feed, or the holdings; `null` if the watchlist is empty.
 *
 * @param isOpen whether a feed's market is open; closed markets are skipped unless all are closed
 */
export function shownInTurn(
  settings: BadgeSettings,
  isOpen: (id: FeedId) => boolean,
): FeedId | 'total' | 'gain' | null {
  const { subject, turns } = settings.badgeView.current;
  const { current: ids } = settings.watchlist;
  if (subject === 'total' || subject === 'gain') return subject;
  if (subject === 'feed') return effectiveBadgeFeed(settings.badgeFeedId.current, ids);
  const hasTotal = hasTurn(turns, 'total') && Object.keys(settings.holdings.current).length > 0;
  const chosen = ids.filter((id) => hasTurn(turns, id));
  // Everything chosen may have been removed.
  const feeds = chosen.length > 0 || hasTotal ? chosen : ids;
  const open = feeds.filter(isOpen);
  const all = [...(open.length > 0 ? open : feeds), ...(hasTotal ? ['total' as const] : [])];
  return all[settings.badgeTurn.current.turn % all.length] ?? null;
}

/** Whether past prices are needed even while no page is open. */
export function needsChanges({ look, subject, turns }: BadgeView): boolean {
  const isTotal = subject === 'total' || (subject === 'turn' && hasTurn(turns, 'total'));
  return look !== 'badge' || subject === 'gain' || isTotal;
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
