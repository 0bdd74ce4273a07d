import { MAX_EXPONENT } from '../../prices/decimal.ts';
import { unixMilliseconds, unixSeconds, withDefault, z } from '../../../base/zod.ts';
import { positionSchema } from './price.ts';
import { moveDirectionSchema, sideSchema } from './trigger.ts';

const MAX_POINTS = 128;

/** Integer digits × 10^`expo`. */
export const pointSchema = z.object({
  price: z.string().check(z.regex(/^-?\d{1,1000}$/)),
  expo: z.int().check(z.minimum(-MAX_EXPONENT), z.maximum(MAX_EXPONENT)),
  time: unixSeconds,
});
export type Point = z.infer<typeof pointSchema>;

/** For `crosses`. */
const crossingTrackerSchema = z.object({
  kind: z.literal('crossing'),
  /** The side to cross from; `null` until the price has been there. */
  seen: z.nullable(sideSchema),
  /** After a firing, the price must move back by the reset distance. */
  needsBand: z.boolean(),
  confirming: z.nullable(z.object({ direction: sideSchema, since: unixSeconds })),
});
export type CrossingTracker = z.infer<typeof crossingTrackerSchema>;

/** For the conditions `is`, `deviates-from-ema`, `confidence-wider` and `stale-while-open`. */
const conditionTrackerSchema = z.object({
  kind: z.literal('condition'),
  needsBand: z.boolean(),
  /** Start of an unfinished confirmation. */
  confirming: z.nullable(unixSeconds),
});
export type ConditionTracker = z.infer<typeof conditionTrackerSchema>;

/** For `moves`. */
const moveTrackerSchema = z.object({
  kind: z.literal('move'),
  /** For moves since the last firing. */
  baseline: z.nullable(pointSchema),
  /** For moves within a window: possible extremes, oldest first. */
  window: z.object({
    lows: z.array(pointSchema).check(z.maxLength(MAX_POINTS)),
    highs: z.array(pointSchema).check(z.maxLength(MAX_POINTS)),
  }),
  confirming: z.nullable(z.object({ direction: moveDirectionSchema, since: unixSeconds })),
});
export type MoveTracker = z.infer<typeof moveTrackerSchema>;

/** For `market`. */
const marketTrackerSchema = z.object({
  kind: z.literal('market'),
  wasOpen: z.nullable(z.boolean()),
});
export type MarketTracker = z.infer<typeof marketTrackerSchema>;

const trackerSchema = z.discriminatedUnion('kind', [
  crossingTrackerSchema,
  conditionTrackerSchema,
  moveTrackerSchema,
  marketTrackerSchema,
]);
export type Tracker = z.infer<typeof trackerSchema>;

/**
 * `runaway`: it fired too often. `undelivered`: too many of its firings wait for delivery.
 * `crowded`: too many firings of all alerts wait.
 */
export const suspensionReasonSchema = z.enum(['runaway', 'undelivered', 'crowded']);
export type SuspensionReason = z.infer<typeof suspensionReasonSchema>;

/** What a calculated figure consists of, see `subject.ts`. */
const madeOfSchema = z.object({
  /** A digest of the holdings, so that changing them does not count as a change in value. */
  basis: z.nullable(z.string()),
  /** Publish times of the prices that last changed the state, in the order of their feeds. */
  times: z.array(unixSeconds),
  /** When the alert started over because holdings changed. */
  changedAt: z.nullable(unixMilliseconds),
});
export type MadeOf = z.infer<typeof madeOfSchema>;

/** One alert's state as plain JSON. A price that does not affect it leaves it unchanged. */
export const alertStateSchema = z.object({
  /** The rule's `watchingOf` that this state belongs to. A change resets it. */
  watching: z.string(),
  tracker: trackerSchema,
  /** The next evaluation follows a gap, or a closing interrupted a confirmation. */
  gap: z.boolean(),
  /** The price that last changed the state. A replay of it after a crash is ignored. */
  asOf: z.nullable(positionSchema),
  /** Firings and misses so far, for their ids. */
  count: z.number(),
  lastFiredAt: z.nullable(unixMilliseconds),
  /** When a one-time alert fired. */
  doneAt: z.nullable(unixMilliseconds),
  coolingUntil: z.nullable(unixMilliseconds),
  /** For auto-pausing an alert that fires too often. */
  recent: z.array(unixMilliseconds).check(z.maxLength(64)),
  suspended: z.nullable(z.object({ at: unixMilliseconds, reason: suspensionReasonSchema })),
  /**
   * When the alert was created, edited or reactivated. Undelivered firings from before do not count
   * toward the next auto-pause.
   */
  watchesSince: withDefault(unixMilliseconds, 0),
  unreported: z.nullable(
    z.object({ at: unixMilliseconds, why: z.enum(['gap', 'cooling', 'snoozed']) }),
  ),
  madeOf: z.optional(madeOfSchema),
});
export type AlertState = z.infer<typeof alertStateSchema>;
