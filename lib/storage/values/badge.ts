import type { BadgeTurn, BadgeView } from '../../domain/watchlist/badge.ts';
import { defineStoredItem } from '../stored-item.ts';

/** What the toolbar badge shows. */
export const badgeView = defineStoredItem<BadgeView>('local:badgeView', {
  schema: (schemas) => schemas.badgeView,
  fallback: { shows: 'price', rotates: false, groupId: null, seconds: 10 },
});

/** Whose turn it is, if the badge shows several things. */
export const badgeTurn = defineStoredItem<BadgeTurn>('session:badgeTurn', {
  schema: (schemas) => schemas.badgeTurn,
  fallback: { turn: 0, since: 0 },
});
