import { MAX_EXPONENT } from '../../prices/decimal.ts';
import { withDefault, z } from '../../zod.ts';
import { momentSchema } from './price.ts';
import { moveDirectionSchema, sideSchema } from './trigger.ts';

const MAX_POINTS = 128;

/** A price (integer digits × 10^`expo`) and its publish time in unix seconds. */
export const pointSchema = z.object({
  price: z.string().check(z.regex(/^-?\d{1,1000}$/)),
  expo: z.int().check(z.minimum(-MAX_EXPONENT), z.maximum(MAX_EXPONENT)),
  time: z.number(),
});
export type Point = z.infer<typeof pointSchema>;

/** For `crosses`. */
const crossingTrackerSchema = z.object({
  kind: z.literal('crossing'),
  /** The side that the price can cross from; `null` until it has been there. */
  seen: z.nullable(sideSchema),
  /** It fired: the price must first move back by the reset distance. */
  needsBand: z.boolean(),
  /** A crossing that is not confirmed yet; `since` in unix seconds. */
  confirming: z.nullable(z.object({ direction: sideSchema, since: z.number() })),
});
export type CrossingTracker = z.infer<typeof crossingTrackerSchema>;

/** For the conditions `is`, `deviates-from-ema`, `confidence-wider` and `stale-while-open`. */
const conditionTrackerSchema = z.object({
  kind: z.literal('condition'),
  needsBand: z.boolean(),
  /** Unix seconds since when the condition has held, while that is not long enough yet. */
  confirming: z.nullable(z.number()),
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
  confirming: z.nullable(z.object({ direction: moveDirectionSchema, since: z.number() })),
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
 * The state of one alert, as plain JSON. A price that does not affect the alert leaves it
 * unchanged. Times are unix milliseconds.
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
  asOf: z.nullable(momentSchema),
  /** The number of firings and misses so far, part of their ids. */
  count: z.number(),
  lastFiredAt: z.nullable(z.number()),
  /** When a one-time alert fired. */
  doneAt: z.nullable(z.number()),
  coolingUntil: z.nullable(z.number()),
  /** Times of recent firings, used to auto-pause an alert that fires too often. */
  recent: z.array(z.number()).check(z.maxLength(64)),
  suspended: z.nullable(z.object({ at: z.number(), reason: z.string() })),
  /**
   * When the alert was created, last edited or reactivated after an auto-pause. Undelivered firings
   * from before do not count toward the next auto-pause.
   */
  watchesSince: withDefault(z.number(), 0),
  /** The last event that was not reported, and why. */
  unreported: z.nullable(z.object({ at: z.number(), why: z.enum(['gap', 'cooling', 'snoozed']) })),
});
export type AlertState = z.infer<typeof alertStateSchema>;
