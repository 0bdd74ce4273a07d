import { isMap } from '../../base/is-map.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';
import { feedIdSchema, listOf, unixMilliseconds, withDefault, z } from '../../base/zod.ts';

export const badgeViewSchema = z.object({
  /**
   * How the toolbar button shows the subject: on the badge, drawn into the icon if it fits, only its
   * change, on the badge, or both: in the icon and on the badge.
   */
  look: z.enum(['badge', 'icon', 'change', 'both']),
  /**
   * What the toolbar button shows: the badge feed, several feeds in turn, the total of the holdings,
   * or today's gain of the holdings.
   */
  subject: z.enum(['feed', 'turn', 'total', 'gain']),
  /** What takes turns; `null`: the feeds of the watchlist. */
  turns: withDefault(
    z.nullable(listOf(z.union([feedIdSchema, z.literal('total')]), MAX_WATCHLIST + 1)),
    null,
  ),
});
export type BadgeView = z.infer<typeof badgeViewSchema>;

/** Whether a feed or the total takes turns; by default, only feeds do. */
export function hasTurn(turns: BadgeView['turns'], id: string): boolean {
  return turns === null ? id !== 'total' : turns.some((each) => each === id);
}

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
    turns: null,
  };
}

/** How long each feed is shown if they take turns. */
export const TURN_SECONDS = 10;
