import { MAX_EXPONENT } from '../prices/decimal.ts';
import { withDefault, z } from '../zod.ts';

const MAX_POINTS = 128;
const direction = z.enum(['above', 'below']);
const moveDirection = z.enum(['up', 'down']);

/** A price (integer digits × 10^`expo`) at its place in time, unix seconds. */
export const pointSchema = z.object({
  price: z.string().check(z.regex(/^-?\d{1,1000}$/)),
  expo: z.int().check(z.minimum(-MAX_EXPONENT), z.maximum(MAX_EXPONENT)),
  time: z.number(),
});
export type Point = z.infer<typeof pointSchema>;

/** For `crosses`. */
export const crossingTrackerSchema = z.object({
  kind: z.literal('crossing'),
  /** The side that it may cross from, once seen there. */
  seen: z.nullable(direction),
  /** It fired: the price must first be seen back by the re-arm band. */
  needsBand: z.boolean(),
  /** Crossed, and not yet confirmed; `since` in unix seconds. */
  confirming: z.nullable(z.object({ direction, since: z.number() })),
});
export type CrossingTracker = z.infer<typeof crossingTrackerSchema>;

/** For the states: `is`, `deviates-from-ema`, `confidence-wider`, `stale-while-open`. */
export const conditionTrackerSchema = z.object({
  kind: z.literal('condition'),
  needsBand: z.boolean(),
  /** Unix seconds since when it holds, where that is not yet long enough. */
  confirming: z.nullable(z.number()),
});
export type ConditionTracker = z.infer<typeof conditionTrackerSchema>;

/** For `moves`. */
export const moveTrackerSchema = z.object({
  kind: z.literal('move'),
  /** Measured since the last firing: the price then. */
  baseline: z.nullable(pointSchema),
  /** Measured in a window: the prices that are or may become its extremes, oldest first. */
  window: z.object({
    lows: z.array(pointSchema).check(z.maxLength(MAX_POINTS)),
    highs: z.array(pointSchema).check(z.maxLength(MAX_POINTS)),
  }),
  confirming: z.nullable(z.object({ direction: moveDirection, since: z.number() })),
});
export type MoveTracker = z.infer<typeof moveTrackerSchema>;

/** For `market`. */
export const marketTrackerSchema = z.object({
  kind: z.literal('market'),
  wasOpen: z.nullable(z.boolean()),
});
export type MarketTracker = z.infer<typeof marketTrackerSchema>;

export const trackerSchema = z.discriminatedUnion('kind', [
  crossingTrackerSchema,
  conditionTrackerSchema,
  moveTrackerSchema,
  marketTrackerSchema,
]);
export type Tracker = z.infer<typeof trackerSchema>;

/**
 * What became of one alert. Plain JSON. It changes only when something happened to the alert, never
 * for a price that leaves it as it was. Instants are unix milliseconds.
 */
export const alertStateSchema = z.object({
  /** The part of the rule that this state belongs to; another one begins anew. */
  watching: z.string(),
  tracker: trackerSchema,
  /** Nobody looked just before the next evaluation, or a closed market broke a confirmation. */
  gap: z.boolean(),
  /** The sample that last changed it: taken twice after a crash, it changes nothing twice. */
  asOf: z.nullable(z.object({ publishTime: z.number(), slot: z.nullable(z.number()) })),
  /** Firings and misses ever, for their ids. */
  count: z.number(),
  lastFiredAt: z.nullable(z.number()),
  /** A one-time alert has fired. */
  doneAt: z.nullable(z.number()),
  coolingUntil: z.nullable(z.number()),
  /** Recent firings, for the runaway guard. */
  recent: z.array(z.number()).check(z.maxLength(64)),
  suspended: z.nullable(z.object({ at: z.number(), reason: z.string() })),
  /**
   * Since when it watches as it does: it was made or edited, or goes on after a suspension. Its
   * undelivered firings of before do not suspend it.
   */
  watchesSince: withDefault(z.number(), 0),
  /** The last event that it saw and did not report, and why. */
  unreported: z.nullable(z.object({ at: z.number(), why: z.enum(['gap', 'cooling', 'snoozed']) })),
});
export type AlertState = z.infer<typeof alertStateSchema>;
