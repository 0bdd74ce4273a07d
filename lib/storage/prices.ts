import { verificationProblemSchema } from '../signed-updates/verification-problem.ts';
import { isMap } from '../is-map.ts';
import { unixMilliseconds, unixSeconds, type FeedId, type UnixMilliseconds } from '../units.ts';
import { defineStoredItem } from './stored-item.ts';
import { integerText, z } from '../zod.ts';

/** The trust that the price was checked under, see `trustFingerprint`. */
const trustSchema = z.string();

const proofSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('verified'),
    signerCount: z.number(),
    setSize: z.number(),
    profileName: z.string(),
    /** False if the user added the profile. */
    isBuiltIn: z.boolean(),
    trust: trustSchema,
  }),
  z.object({
    state: z.literal('unchecked'),
    reason: verificationProblemSchema,
    trust: trustSchema,
  }),
]);

/**
 * Whether signatures of trusted signers prove the price. `unchecked`: there are no signatures, or
 * none of a trusted signer. It counts only while its `trust` is in force: read stored prices through
 * `underTrust`.
 */
export type Proof = z.infer<typeof proofSchema>;

const priceSchema = z.object({
  /** Integer digits: the price is `price` × 10^`expo`, and `conf` likewise. */
  price: integerText,
  conf: integerText,
  expo: z.int(),
  publishTime: unixSeconds,
  emaPrice: integerText,
  emaConf: integerText,
  emaExpo: z.int(),
  slot: z.nullable(z.number()),
  prevPublishTime: z.nullable(unixSeconds),
  proofAvailableTime: z.nullable(unixSeconds),
  /** When this price reached us. */
  receivedAt: unixMilliseconds,
  /** Sign of the last change of the price. */
  direction: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  /** Missing: the signatures were not checked. A damaged one is dropped. */
  proof: z.optional(z.catch(z.optional(proofSchema), undefined)),
});

const storedPriceSchema = z.pipe(z.transform(withoutUnverified), priceSchema);

/**
 * Version 0.1.0 stored prices that failed verification as `unverified`, together with those that
 * could not be checked: any of them may be forged. Checked without a schema: one that fails for
 * every good price would double the cost of reading it.
 */
function withoutUnverified(raw: unknown): unknown {
  return isMap(raw) && isMap(raw['proof']) && raw['proof']['state'] === 'unverified' ? null : raw;
}

/** The latest known price of one feed. */
export type StoredPrice = z.infer<typeof storedPriceSchema>;

/** Whether signatures prove the price. */
export function isProven(price: { proof?: Proof | undefined } | undefined): boolean {
  return price?.proof?.state === 'verified';
}

/** The price, without its proof if that was checked under a trust that is no longer in force. */
export function underTrust(price: StoredPrice, trust: string): StoredPrice {
  if (price.proof === undefined || price.proof.trust === trust) return price;
  const { proof: _, ...bare } = price;
  return bare;
}

/** Checks a stored price; `undefined` if it is missing or damaged. Its proof may be outdated. */
export function parseStoredPrice(raw: unknown): StoredPrice | undefined {
  const result = storedPriceSchema.safeParse(raw);
  return result.success ? result.data : undefined;
}

/** The last prices before the browser closed, by feed id. Rarely written; proofs may be outdated. */
export const lastKnownPrices = defineStoredItem<Record<FeedId, StoredPrice>>('local:lastKnown', {
  schema: z.record(z.string(), storedPriceSchema),
  migrations: [withoutProofTexts],
  fallback: {},
});

/** Version 1 stored proofs as texts. The next update proves the price again. */
function withoutProofTexts(old: unknown): unknown {
  if (!isMap(old)) return old;
  return Object.fromEntries(
    Object.entries(old).map(([id, raw]) => {
      const price = withoutUnverified(raw);
      if (!isMap(price)) return [id, price];
      const { proof: _, ...others } = price;
      return [id, others];
    }),
  );
}

/** When the service last answered with prices; 0: not in this session. */
export const lastAskedAt = defineStoredItem<UnixMilliseconds>('session:lastAskedAt', {
  schema: unixMilliseconds,
  fallback: 0,
});

export const missingReasonSchema = z.enum(['unknown', 'no-data', 'not-covered']);

/**
 * Why the service has no price for a feed. `unknown`: it does not know the feed; `no-data`: it has
 * none now; `not-covered`: the access token does not cover the feed.
 */
export type MissingReason = z.infer<typeof missingReasonSchema>;

/** Why the service has no price for a feed of the watchlist, by feed id. */
export const missingFeeds = defineStoredItem<Record<FeedId, MissingReason>>(
  'session:missingFeeds',
  { schema: z.record(z.string(), missingReasonSchema), fallback: {} },
);

const failedCheckSchema = z.object({
  reason: verificationProblemSchema,
  /** When it last failed, to within 10 s. */
  at: unixMilliseconds,
  trust: trustSchema,
});

/**
 * Why the price that the service last sent for a feed failed verification: a broken proof, a bad
 * signature, or a difference from the signed price.
 */
export type FailedCheck = z.infer<typeof failedCheckSchema>;

/** The feeds whose prices fail verification, by feed id. */
export const failedChecks = defineStoredItem<Record<FeedId, FailedCheck>>('session:failedChecks', {
  schema: z.record(z.string(), failedCheckSchema),
  fallback: {},
});
