import { badgeTurnSchema, badgeViewSchema, withLook } from '../../domain/watchlist/badge.ts';
import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

export const badgeView = stored('local:badgeView', {
  schema: badgeViewSchema,
  fallback: { look: 'badge', subject: 'feed', turns: null },
  migrations: [withLook],
  uses: ['firstPaint', 'options', 'backup'],
  title: 'badgeOptions.view.title',
});

/** The current turn, if feeds take turns. */
export const badgeTurn = stored('session:badgeTurn', {
  schema: badgeTurnSchema,
  fallback: { turn: 0, since: 0 },
});

/** The last icon given to the browser, as text; empty if none in this session. */
export const shownIcon = stored('session:shownIcon', { schema: z.string(), fallback: '' });
