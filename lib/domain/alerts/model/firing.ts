import { anyFeedId, timeMs, unixMilliseconds, unixSeconds } from '../../../base/unit-schemas.ts';
import { integerText, z } from '../../../base/zod.ts';
import { alertEventSchema } from './event.ts';

/**
 * How a firing was delivered. `pending`: not yet. `held`: waiting for the end of quiet hours, which
 * brings a `digest`. `summary`: in the notification of what was missed while offline. `unreported`:
 * missed while offline, and the user does not want to hear of it.
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

/** One firing of an alert, as stored in the history. */
export const firingSchema = z.object({
  /**
   * Made of the alert's id, the price's position and a counter, so that a replay gives the same id.
   */
  id: z.string(),
  alertId: z.string(),
  feedId: anyFeedId,
  at: timeMs,
  what: alertEventSchema,
  /** It happened while offline: listed in the missed summary at most, never notified on its own. */
  missed: z.boolean(),
  /** The price at the time, integer digits × 10^`expo`; `null` if none was known. */
  price: z.nullable(
    z.object({
      price: integerText,
      conf: integerText,
      expo: z.int(),
      publishTime: unixSeconds,
      slot: z.nullable(z.number()),
    }),
  ),
  /** How old the price was on arrival, if that was more than the user's limit. */
  lateSeconds: z.optional(z.number()),
  delivered: deliverySchema,
  /** When the user saw it. */
  seenAt: z.nullable(unixMilliseconds),
});
export type Firing = z.infer<typeof firingSchema>;

/** Whether the user has not seen a firing. Those missed while offline do not count. */
export function isUnseen({ seenAt, missed }: Firing): boolean {
  return seenAt === null && !missed;
}

/** Whether a firing still has to be delivered: it is pending, or held by quiet hours. */
export function isUndelivered({ delivered }: Firing): boolean {
  return delivered === 'pending' || delivered === 'held';
}
