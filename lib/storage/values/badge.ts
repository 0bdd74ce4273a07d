import { badgeTurnSchema, badgeViewSchema } from '../../domain/watchlist/badge.ts';
import { stored } from '../stored.ts';

export const badgeView = stored('local:badgeView', {
  schema: badgeViewSchema,
  fallback: { shows: 'price', rotates: false, groupId: null, seconds: 10 },
  uses: ['workerStart', 'backup'],
});

/** Whose turn it is. */
export const badgeTurn = stored('session:badgeTurn', {
  schema: badgeTurnSchema,
  fallback: { turn: 0, since: 0 },
});
