import { momentMs, z } from '../zod.ts';
import { happeningSchema, type Happening } from './happening.ts';
import type { Observation } from './feed-watch.ts';

const integerText = z.string().check(z.regex(/^-?\d{1,1000}$/));

/**
 * How a firing reached the user: `pending`: not yet; `held`: by quiet hours, until their digest;
 * `unreported`: missed while nobody looked, and the user does not ask for such.
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

/** One firing of an alert, as its history keeps it. Instants are unix milliseconds. */
export const firingSchema = z.object({
  /** From the alert's id, the price's place and a counter: a replay gives the same. */
  id: z.string(),
  alertId: z.string(),
  feedId: z.string(),
  at: momentMs,
  what: happeningSchema,
  /** It happened while nobody looked: no alarm, at most a line in "what you missed". */
  missed: z.boolean(),
  /** The price that it saw, integer digits × 10^`expo`; `null` where none was known. */
  price: z.nullable(
    z.object({
      price: integerText,
      conf: integerText,
      expo: z.int(),
      /** Unix seconds. */
      publishTime: z.number(),
      slot: z.nullable(z.number()),
    }),
  ),
  delivered: deliverySchema,
  /** When the user saw it. */
  seenAt: z.nullable(z.number()),
});
export type Firing = z.infer<typeof firingSchema>;

export interface FiringOrigin {
  readonly alertId: string;
  readonly feedId: string;
  /** Firings and misses of this alert before. */
  readonly count: number;
}

/** The record of what an alert found at `seen`. */
export function makeFiring(
  { alertId, feedId, count }: FiringOrigin,
  what: Happening,
  seen: Observation,
  missed: boolean,
): Firing {
  const { latest, fresh, at } = seen;
  const place = fresh ? `${fresh.sample.publishTime}-${fresh.sample.slot ?? ''}` : `t${at}`;
  return {
    id: `${alertId}.${place}.${count}`,
    alertId,
    feedId,
    at,
    what,
    missed,
    price: latest && {
      price: latest.price,
      conf: latest.conf,
      expo: latest.expo,
      publishTime: latest.publishTime,
      slot: latest.slot,
    },
    delivered: 'pending',
    seenAt: null,
  };
}
