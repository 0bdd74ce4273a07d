import { defineStoredItem } from '../stored-item.ts';
import { z } from '../zod.ts';

const integerText = z.string().check(z.regex(/^-?\d{1,1000}$/));

const proofSchema = z.object({
  /** `mismatch`: the parsed part contradicts the signed bytes; the figure is the signed one. */
  state: z.enum(['verified', 'unverified', 'mismatch']),
  /** Who signed, such as `3 of 5 · Pyth routers`, or why it is not verified. */
  text: z.string(),
});

/** What the signatures say about a figure. */
export type Proof = z.infer<typeof proofSchema>;

const storedPriceSchema = z.object({
  /** Integer digits: the price is `price` × 10^`expo`, and `conf` likewise. */
  price: integerText,
  conf: integerText,
  expo: z.int(),
  /** Unix seconds. */
  publishTime: z.number(),
  emaPrice: integerText,
  emaConf: integerText,
  emaExpo: z.int(),
  slot: z.nullable(z.number()),
  prevPublishTime: z.nullable(z.number()),
  proofAvailableTime: z.nullable(z.number()),
  /** Unix milliseconds at which this figure reached us. */
  receivedAt: z.number(),
  /** Sign of the last change of the price. */
  direction: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  /** Missing: the signatures were not looked at. */
  proof: z.optional(proofSchema),
});

/** The latest known figure of one feed. */
export type StoredPrice = z.infer<typeof storedPriceSchema>;

/**
 * Whether a figure is a signed one. Where the service contradicted its signers, the signed figure is
 * the one that was stored.
 */
export function isProven(price: { proof?: Proof | undefined } | undefined): boolean {
  return price?.proof?.state === 'verified' || price?.proof?.state === 'mismatch';
}

/** Checks a stored price; `undefined` where it is missing or damaged. */
export function parseStoredPrice(raw: unknown): StoredPrice | undefined {
  const result = storedPriceSchema.safeParse(raw);
  return result.success ? result.data : undefined;
}

/** The last figures of an earlier run, id → price, written at a low rate. */
export const lastKnownPrices = defineStoredItem<Record<string, StoredPrice>>('local:lastKnown', {
  schema: z.record(z.string(), storedPriceSchema),
  fallback: {},
});

/** Unix milliseconds at which the service last answered with prices; 0: not in this session. */
export const lastAskedAt = defineStoredItem<number>('session:lastAskedAt', {
  schema: z.number(),
  fallback: 0,
});

const missingReasonSchema = z.enum(['unknown', 'no-data', 'not-covered']);

/**
 * Why the service gives no price of a feed. `unknown`: it does not know the feed; `no-data`: it has
 * no price now; `not-covered`: the access token does not cover the feed.
 */
export type MissingReason = z.infer<typeof missingReasonSchema>;

/** Followed feeds that the service does not give: why, by id. */
export const missingFeeds = defineStoredItem<Record<string, MissingReason>>(
  'session:missingFeeds',
  { schema: z.record(z.string(), missingReasonSchema), fallback: {} },
);
