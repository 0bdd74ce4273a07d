import { unixMilliseconds, z } from '../../base/zod.ts';

const CODES_WITHOUT_DATA = [
  'unknown-encoding',
  'not-text',
  'too-large',
  'too-many-parts',
  'too-many-messages',
  'too-much-hashing',
  'not-an-update',
  'not-a-price-root',
  'not-in-root',
  'impossible-time',
  'no-signed-price',
  'no-signed-caps',
] as const;

const signerSet = { setIndex: z.number(), profileName: z.string() };

/**
 * Why a price is not verified. It is stored, so it contains the numbers and names for
 * `verificationWords`, but no words. The schema is built on first use, because most pages show only
 * verified prices.
 */
export const verificationProblemSchema = z.lazy(() =>
  z.discriminatedUnion('code', [
    z.object({ code: z.enum(CODES_WITHOUT_DATA) }),
    z.object({ code: z.literal('invalid-encoding'), encoding: z.enum(['hex', 'base64']) }),
    z.object({
      code: z.enum(['ends-early', 'extra-bytes']),
      part: z.enum(['update', 'envelope', 'payload', 'message', 'set-upgrade']),
    }),
    z.object({
      code: z.enum(['unknown-version', 'unknown-update-type', 'unknown-envelope-version']),
      found: z.number(),
    }),
    z.object({ code: z.literal('too-many-hashes'), hashes: z.number(), most: z.number() }),
    z.object({ code: z.literal('unknown-emitter'), chain: z.number(), address: z.string() }),
    z.object({ code: z.literal('unknown-set'), ...signerSet, newestIndex: z.number() }),
    z.object({
      code: z.enum(['retired-set', 'published-after-retirement']),
      ...signerSet,
      retiredMs: unixMilliseconds,
    }),
    z.object({ code: z.literal('not-in-set'), ...signerSet, signer: z.number(), last: z.number() }),
    z.object({ code: z.literal('signer-order'), signer: z.number(), previous: z.number() }),
    z.object({
      code: z.literal('short-quorum'),
      signerCount: z.number(),
      setSize: z.number(),
      profileName: z.string(),
      quorum: z.number(),
    }),
    z.object({ code: z.literal('bad-signature'), signer: z.number() }),
    z.object({ code: z.literal('too-many-bad-signatures'), count: z.number() }),
    /** Fields that differ from the signed price. */
    z.object({ code: z.literal('mismatch'), fields: z.array(z.string()) }),
    z.object({ code: z.literal('caps-mismatch'), publisherCount: z.number() }),
  ]),
);
export type VerificationProblem = z.infer<typeof verificationProblemSchema>;

/** A part that is read byte by byte. */
export type SignedPart = Extract<VerificationProblem, { part: unknown }>['part'];
