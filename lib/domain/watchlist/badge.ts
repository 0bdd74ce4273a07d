import { isMap } from '../../base/is-map.ts';
import { unixMilliseconds, z } from '../../base/zod.ts';

export const badgeViewSchema = z.object({
  /**
   * How the toolbar button shows the subject: on the badge, drawn into the icon if it fits, or only
   * its change in percent, on the badge.
   */
  look: z.enum(['badge', 'icon', 'change']),
  /**
   * What the toolbar button shows: the badge feed, the feeds of the watchlist in turn, the total of
   * the holdings, or today's gain of the holdings.
   */
  subject: z.enum(['feed', 'turn', 'total', 'gain']),
});
export type BadgeView = z.infer<typeof badgeViewSchema>;

export const badgeTurnSchema = z.object({
  /** Increases without limit. */
  turn: z.int().check(z.minimum(0)),
  /** By the local clock. */
  since: unixMilliseconds,
});
export type BadgeTurn = z.infer<typeof badgeTurnSchema>;

/**
 * Until version 0.2.0, price and change could take turns, and the turns could be limited to a group
 * and have any interval.
 */
export function withLook(old: unknown): unknown {
  if (!isMap(old) || !('shows' in old)) return old;
  return {
    look: old['shows'] === 'change' ? 'change' : 'badge',
    subject: old['rotates'] === true ? 'turn' : 'feed',
  };
}

/** How long each feed is shown if they take turns. */
export const TURN_SECONDS = 10;
