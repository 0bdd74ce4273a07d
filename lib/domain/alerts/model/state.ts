import { MAX_EXPONENT } from '../../prices/decimal.ts';
import { unixMilliseconds, unixSeconds } from '../../../base/unit-schemas.ts';
import { withDefault, z } from '../../../base/zod.ts';
import { positionSchema } from './price.ts';
import { moveDirectionSchema, sideSchema } from './trigger.ts';

const MAX_POINTS = 128;

/** A price (integer digits × 10^`expo`) and its publish time. */
export const pointSchema = z.object({
  price: z.string().check(z.regex(/^-?\d{1,1000}$/)),
  expo: z.int().check(z.minimum(-MAX_EXPONENT), z.maximum(MAX_EXPONENT)),
  time: unixSeconds,
});
export type Point = z.infer<typeof pointSchema>;

/** For `crosses`. */
const crossingTrackerSchema = z.object({
  kind: z.literal('crossing'),
  /** The side that the price can cross from; `null` until it has been there. */
  seen: z.nullable(sideSchema),
  /** It fired: the price must first move back by the reset distance. */
  needsBand: z.boolean(),
  /** A crossing that is not confirmed yet. */
  confirming: z.nullable(z.object({ direction: sideSchema, since: unixSeconds })),
});
export type CrossingTracker = z.infer<typeof crossingTrackerSchema>;

/** For the conditions `is`, `deviates-from-ema`, `confidence-wider` and `stale-while-open`. */
const conditionTrackerSchema = z.object({
  kind: z.literal('condition'),
  needsBand: z.boolean(),
  /** Since when the condition has held, while that is not long enough yet. */
  confirming: z.nullable(unixSeconds),
});
export type ConditionTracker = z.infer<typeof conditionTrackerSchema>;

/** For `moves`. */
const moveTrackerSchema = z.object({
  kind: z.literal('move'),
  /** For moves since the last firing: the price at that firing. */
  baseline: z.nullable(pointSchema),
  /** For moves within a window: the prices that are or may become its extremes, oldest first. */
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
 * Why an alert was auto-paused. `runaway`: it fired too often. `undelivered`: too many of its
 * firings were waiting to be delivered. `crowded`: too many of all alerts were.
 */
export const suspensionReasonSchema = z.enum(['runaway', 'undelivered', 'crowded']);
export type SuspensionReason = z.infer<typeof suspensionReasonSchema>;

/** What a calculated figure was made of, see `subject.ts`. */
const madeOfSchema = z.object({
  /** A digest of the holdings, so that a change of them is no change in value; `null` of none. */
  basis: z.nullable(z.string()),
  /** The publish times of the prices that last changed the state, by the order of their feeds. */
  times: z.array(unixSeconds),
  /** When the alert started over because the holdings had changed. */
  changedAt: z.nullable(unixMilliseconds),
});
export type MadeOf = z.infer<typeof madeOfSchema>;

/**
 * The state of one alert, as plain JSON. A price that does not affect the alert leaves it
 * unchanged.
 */
export const alertStateSchema = z.object({
  /**
   * The parts of the rule that this state belongs to (`watchingOf`). If they change, it is reset.
   */
  watching: z.string(),
  tracker: trackerSchema,
  /** The next evaluation follows a gap, or a market closing interrupted a confirmation. */
  gap: z.boolean(),
  /**
   * The price that last changed the state. After a crash it may be replayed, and is then ignored.
   */
  asOf: z.nullable(positionSchema),
  /** The number of firings and misses so far, part of their ids. */
  count: z.number(),
  lastFiredAt: z.nullable(unixMilliseconds),
  /** When a one-time alert fired. */
  doneAt: z.nullable(unixMilliseconds),
  coolingUntil: z.nullable(unixMilliseconds),
  /** Times of recent firings, used to auto-pause an alert that fires too often. */
  recent: z.array(unixMilliseconds).check(z.maxLength(64)),
  suspended: z.nullable(z.object({ at: unixMilliseconds, reason: suspensionReasonSchema })),
  /**
   * When the alert was created, last edited or reactivated after an auto-pause. Undelivered firings
   * from before do not count toward the next auto-pause.
   */
  watchesSince: withDefault(unixMilliseconds, 0),
  /** The last event that was not reported, and why. */
  unreported: z.nullable(
    z.object({ at: unixMilliseconds, why: z.enum(['gap', 'cooling', 'snoozed']) }),
  ),
  /** Of a calculated figure; absent for the price of a feed. */
  madeOf: z.optional(madeOfSchema),
});
export type AlertState = z.infer<typeof alertStateSchema>;
