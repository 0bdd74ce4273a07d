import {
  anyFeedId,
  timeMs,
  unixMilliseconds,
  unixSeconds,
  integerText,
  z,
} from '../../../base/zod.ts';
import { alertEventSchema } from './event.ts';

/**
 * `pending`: its notification is still to come, perhaps after quiet hours. `silent`: none came,
 * because the user had seen it, or had not asked for what happened while offline, or the browser
 * could not show one.
 */
const deliverySchema = z.enum(['pending', 'notified', 'silent']);
export type Delivery = z.infer<typeof deliverySchema>;

export const firingSchema = z.object({
  /**
   * Built from the alert's id, the price's position and a counter, so a replay gives the same id.
   */
  id: z.string(),
  alertId: z.string(),
  feedId: anyFeedId,
  at: timeMs,
  what: alertEventSchema,
  /** It happened while offline, so it is never notified on its own. */
  missed: z.boolean(),
  /**
   * Found afterward: it happened while the computer slept, or while there were no responses for
   * another reason.
   */
  away: z.optional(z.enum(['slept', 'offline'])),
  /** Integer digits × 10^`expo`; `null` if unknown. */
  price: z.nullable(
    z.object({
      price: integerText,
      conf: integerText,
      expo: z.int(),
      publishTime: unixSeconds,
      slot: z.nullable(z.number()),
    }),
  ),
  /** The price's age on arrival, if above the user's limit. */
  lateSeconds: z.optional(z.number()),
  /** Not every price was verified, although signatures are checked. */
  isUnverified: z.optional(z.literal(true)),
  delivered: deliverySchema,
  seenAt: z.nullable(unixMilliseconds),
});
export type Firing = z.infer<typeof firingSchema>;

/** Firings missed while offline do not count. */
export function isUnseen({ seenAt, missed }: Firing): boolean {
  return seenAt === null && !missed;
}
