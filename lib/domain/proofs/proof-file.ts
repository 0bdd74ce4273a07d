import { timeMs, z } from '../../base/zod.ts';
import { signedBytesSchema } from '../signed-updates/signed-bytes.ts';

export const PROOF_FORMAT = 'pricelight-proof';
export const MAX_PRICES = 500;

const text = z.string().check(z.maxLength(300));
const decimal = z.string().check(z.regex(/^-?\d{1,100}(?:\.\d{1,100})?$/));
/** Index of a price in the file, from 0. */
const place = z.int().check(z.minimum(0), z.maximum(MAX_PRICES - 1));

const holdingSchema = z.object({
  name: text,
  quantity: decimal,
  /** The held price, then the exchange rates; none in the held price's own currency. */
  factors: z.array(z.object({ price: place, isInverse: z.boolean() })).check(z.maxLength(10)),
  /** A fixed rate, such as grams per ounce. */
  rate: z.nullable(z.object({ by: z.enum(['rate', 'per']), value: decimal })),
});

/**
 * Signed prices, and apart from them what only the file's owner says. Feed ids, prices and times
 * are only in the signed bytes, and values are calculated, so the file cannot contradict itself.
 */
export const proofFileSchema = z.object({
  format: z.literal(PROOF_FORMAT),
  version: z.literal(1),
  prices: z.array(signedBytesSchema).check(z.minLength(1), z.maxLength(MAX_PRICES)),
  notSigned: z.object({
    savedAt: timeMs,
    /** The name of each price, in the same order. */
    names: z.array(text).check(z.maxLength(MAX_PRICES)),
    alert: z.optional(
      z.object({
        text,
        triggeredAt: timeMs,
        /** The side of the level that the price must be on; `null` if one price cannot show it. */
        level: z.nullable(z.object({ side: z.enum(['above', 'below']), value: decimal })),
      }),
    ),
    holdings: z.optional(
      z.object({
        group: z.nullable(text),
        time: timeMs,
        currency: z.string().check(z.regex(/^[A-Z]{3,4}(?:-g)?$/)),
        lines: z.array(holdingSchema).check(z.minLength(1), z.maxLength(MAX_PRICES)),
      }),
    ),
  }),
});
export type ProofFile = z.infer<typeof proofFileSchema>;
export type NotSigned = ProofFile['notSigned'];
export type ProvenHoldings = NonNullable<NotSigned['holdings']>;
