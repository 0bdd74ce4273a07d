import { verificationProblemSchema } from '../signed-updates/verification-problem.ts';
import { unixMilliseconds, unixSeconds } from '../../base/unit-schemas.ts';
import { integerText, z } from '../../base/zod.ts';
import { withoutUnverified } from './without-unverified.ts';

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
  /** The extension made it up, and no market has it. Missing: it is from a price service. */
  isSample: z.optional(z.literal(true)),
  /** Position of the newest verified price that others have replaced since. */
  verifiedBefore: z.optional(z.object({ publishTime: unixSeconds, slot: z.nullable(z.number()) })),
});

export const storedPriceSchema = z.pipe(z.transform(withoutUnverified), priceSchema);

/** The latest known price of one feed. */
export type StoredPrice = z.infer<typeof storedPriceSchema>;

export const missingReasonSchema = z.enum(['unknown', 'no-data', 'not-covered']);

/**
 * Why the service has no price for a feed. `unknown`: it does not know the feed; `no-data`: it has
 * none now; `not-covered`: the access token does not cover the feed.
 */
export type MissingReason = z.infer<typeof missingReasonSchema>;

export const failedCheckSchema = z.object({
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
