import { MAX_EXPONENT } from '../../prices/decimal.ts';
import { unixMilliseconds, unixSeconds, z } from '../../../base/zod.ts';
import { positionSchema } from './price.ts';
import { sideSchema } from './trigger.ts';

const MAX_POINTS = 128;

/** Integer digits × 10^`expo`. */
export const pointSchema = z.object({
  price: z.string().check(z.regex(/^-?\d{1,1000}$/)),
  expo: z.int().check(z.minimum(-MAX_EXPONENT), z.maximum(MAX_EXPONENT)),
  time: unixSeconds,
});
export type PricePoint = z.infer<typeof pointSchema>;

/** For `crosses`. */
const crossingTrackerSchema = z.object({
  kind: z.literal('crossing'),
  /** The side to cross from; `null` until the price has been there. */
  seen: z.nullable(sideSchema),
  /** After a firing, the price must move back by more than its confidence. */
  needsReset: z.boolean(),
});
export type CrossingTracker = z.infer<typeof crossingTrackerSchema>;

/** For `moves`: possible extremes of the window, oldest first. */
const moveTrackerSchema = z.object({
  kind: z.literal('move'),
  lows: z.array(pointSchema).check(z.maxLength(MAX_POINTS)),
  highs: z.array(pointSchema).check(z.maxLength(MAX_POINTS)),
});
export type MoveTracker = z.infer<typeof moveTrackerSchema>;

/** For `stale-while-open`. */
const staleTrackerSchema = z.object({
  kind: z.literal('stale'),
  /** When the price became stale; `null` if it isn't. */
  since: z.nullable(unixSeconds),
  /** It fired and the price has been stale since. */
  hasFired: z.boolean(),
});
export type StaleTracker = z.infer<typeof staleTrackerSchema>;

/** For `market`. */
const marketTrackerSchema = z.object({
  kind: z.literal('market'),
  wasOpen: z.nullable(z.boolean()),
});
export type MarketTracker = z.infer<typeof marketTrackerSchema>;

const trackerSchema = z.discriminatedUnion('kind', [
  crossingTrackerSchema,
  moveTrackerSchema,
  staleTrackerSchema,
  marketTrackerSchema,
]);
export type Tracker = z.infer<typeof trackerSchema>;

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
  /** The next evaluation follows a gap. */
  gap: z.boolean(),
  /** The price that last changed the state. A replay of it after a crash is ignored. */
  asOf: z.nullable(positionSchema),
  /** Firings and misses so far, for their ids. */
  count: z.number(),
  lastFiredAt: z.nullable(unixMilliseconds),
  /** When a one-time alert fired. */
  doneAt: z.nullable(unixMilliseconds),
  coolingUntil: z.nullable(unixMilliseconds),
  madeOf: z.optional(madeOfSchema),
});
export type AlertState = z.infer<typeof alertStateSchema>;
