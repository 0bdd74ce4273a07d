import { verificationProblemSchema } from '../signed-updates/verification-problem.ts';
import { isMap } from '../../base/is-map.ts';
import { unixMilliseconds, unixSeconds, integerText, isIntegerText, z } from '../../base/zod.ts';

/** See `trustFingerprint`. */
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
 * `unchecked`: there are no signatures of a trusted signer. A proof is valid only while its `trust`
 * is in force: read stored prices through `underTrust`.
 */
export type Proof = z.infer<typeof proofSchema>;

export const storedPriceSchema = z.object({
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
  receivedAt: unixMilliseconds,
  /** Sign of the last change. */
  direction: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  /** Missing if not checked. A damaged proof is dropped. */
  proof: z.optional(z.catch(z.optional(proofSchema), undefined)),
  /** Made up by the extension. Missing for a price from a price service. */
  isSample: z.optional(z.literal(true)),
  /** The newest verified price that unverified ones have replaced. */
  verifiedBefore: z.optional(z.object({ publishTime: unixSeconds, slot: z.nullable(z.number()) })),
});

export type StoredPrice = z.infer<typeof storedPriceSchema>;

/**
 * Accepts only what the schema returns as it is, and is several times faster: a page checks a
 * thousand prices before its first paint. Rejects the less usual prices, which the schema may accept.
 */
export function isUsualPrice(value: unknown): value is StoredPrice {
  if (!isMap(value)) return false;
  const { price, conf, emaPrice, emaConf, expo, emaExpo, direction, proof } = value;
  const { publishTime, receivedAt, slot, prevPublishTime, proofAvailableTime } = value;
  return (
    [price, conf, emaPrice, emaConf].every(isIntegerText) &&
    [expo, emaExpo].every(Number.isSafeInteger) &&
    [publishTime, receivedAt].every(Number.isFinite) &&
    [slot, prevPublishTime, proofAvailableTime].every((at) => at === null || Number.isFinite(at)) &&
    (direction === 0 || direction === 1 || direction === -1) &&
    (proof === undefined || isUsualProof(proof)) &&
    value['isSample'] === undefined &&
    value['verifiedBefore'] === undefined
  );
}

function isUsualProof(proof: unknown): boolean {
  if (!isMap(proof) || proof['state'] !== 'verified') return false;
  const { signerCount, setSize, profileName, isBuiltIn, trust } = proof;
  return (
    Number.isFinite(signerCount) &&
    Number.isFinite(setSize) &&
    typeof profileName === 'string' &&
    typeof isBuiltIn === 'boolean' &&
    typeof trust === 'string'
  );
}

export const missingReasonSchema = z.enum(['unknown', 'no-data', 'not-covered']);

/**
 * `unknown`: the service does not know the feed; `no-data`: it has none now; `not-covered`: the
 * access token does not cover it.
 */
export type MissingReason = z.infer<typeof missingReasonSchema>;

export const failedCheckSchema = z.object({
  reason: verificationProblemSchema,
  /** Accurate to within 10 s. */
  at: unixMilliseconds,
  trust: trustSchema,
});

/** A broken proof, a bad signature, or a difference from the signed price. */
export type FailedCheck = z.infer<typeof failedCheckSchema>;

export function isProven(price: { proof?: Proof | undefined } | null | undefined): boolean {
  return price?.proof?.state === 'verified';
}

/** Drops a proof whose trust is no longer in force. */
export function underTrust(price: StoredPrice, trust: string): StoredPrice {
  return price.proof === undefined || price.proof.trust === trust ? price : withoutProof(price);
}

export function withoutProof(price: StoredPrice): StoredPrice {
  const { proof: _, verifiedBefore: __, ...bare } = price;
  return bare;
}
