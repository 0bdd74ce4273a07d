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
 * How a firing was delivered. `held`: waiting for the `digest` after quiet hours. `summary`: in the
 * notification about missed firings. `unreported`: missed without a notification.
 */
export const deliverySchema = z.enum([
  'pending',
  'notification',
  'merged',
  'badge',
  'held',
  'digest',
  'summary',
  'unreported',
]);
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
  delivered: deliverySchema,
  seenAt: z.nullable(unixMilliseconds),
});
export type Firing = z.infer<typeof firingSchema>;

/** Firings missed while offline do not count. */
export function isUnseen({ seenAt, missed }: Firing): boolean {
  return seenAt === null && !missed;
}

/** Pending, or held by quiet hours. */
export function isUndelivered({ delivered }: Firing): boolean {
  return delivered === 'pending' || delivered === 'held';
}
