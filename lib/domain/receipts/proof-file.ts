import { timeMs, z } from '../../base/zod.ts';
import { alertEventSchema } from '../alerts/model/event.ts';
import { signedPriceSchema } from '../signed-updates/signed-price.ts';

const text = z.string().check(z.maxLength(1_000));
const decimal = z.string().check(z.regex(/^-?\d{1,400}(?:\.\d{1,400})?$/));
/** Index of a price in the file, from 0. */
const place = z.int().check(z.minimum(0));

const amounts = z.object({
  quantity: decimal,
  factors: z.array(z.object({ price: place, isInverse: z.boolean() })).check(z.maxLength(10)),
  /** A fixed rate, such as grams per ounce. */
  rate: z.nullable(z.object({ by: z.enum(['rate', 'per']), value: decimal })),
});

/**
 * Signed prices and their owner's claims about them. Feed ids, prices and times are only in the
 * signed bytes, and values are computed, so the file cannot contradict itself.
 */
export const proofFileSchema = z.object({
  prices: z
    .array(z.object({ name: text, signed: signedPriceSchema }))
    .check(z.minLength(1), z.maxLength(500)),
  /** Messages by which networks announced signers that are not built in. */
  announcements: z.array(z.string()).check(z.maxLength(50)),
  about: z.discriminatedUnion('kind', [
    // A file of version 0.2.0, of which only prices are read.
    z.object({ kind: z.literal('prices') }),
    z.object({ kind: z.literal('receipt'), what: alertEventSchema, at: timeMs }),
    z.object({
      kind: z.literal('statement'),
      group: z.nullable(text),
      timeMs,
      currency: text,
      lines: z
        .array(
          z.object({
            name: text,
            price: place,
            amounts: z.nullable(amounts),
            isClosed: z.boolean(),
          }),
        )
        .check(z.maxLength(500)),
    }),
  ]),
  version: text,
  madeAt: timeMs,
});
export type ProofFile = z.infer<typeof proofFileSchema>;
