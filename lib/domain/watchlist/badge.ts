import { unixMilliseconds } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';

export const badgeViewSchema = z.object({
  /** `both`: price and change in turn. */
  shows: z.enum(['price', 'change', 'both']),
  /** Whether it shows several feeds in turn. */
  rotates: z.boolean(),
  /** The group whose feeds it shows in turn; `null`: the whole watchlist. */
  groupId: z.nullable(z.string()),
  /** How long it shows one thing. */
  seconds: z.int().check(z.minimum(5), z.maximum(60)),
});
export type BadgeView = z.infer<typeof badgeViewSchema>;

export const badgeTurnSchema = z.object({
  /** Counts up, without end. */
  turn: z.int().check(z.minimum(0)),
  /** By the local clock. */
  since: unixMilliseconds,
});
export type BadgeTurn = z.infer<typeof badgeTurnSchema>;
