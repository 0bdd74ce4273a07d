import { z } from '../../base/zod.ts';

/** Characters of base64. A genuine update of one price needs fewer. */
export const MAX_UPDATE_TEXT = 16_384;

const address = z.string().check(z.regex(/^[0-9a-f]{40}$/));

/** The bytes of a verified price, and the signers trusted at that time. */
export const signedPriceSchema = z.object({
  /** An update with this price only, in base64. */
  update: z.string().check(z.maxLength(MAX_UPDATE_TEXT)),
  signers: z.object({
    name: z.string(),
    emitterChain: z.number(),
    /** 64 hex digits. */
    emitterAddress: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    setIndex: z.number(),
    /** Addresses of the whole set, in order. */
    keys: z.array(address),
    /** Number of signatures required. */
    quorum: z.number(),
  }),
});
export type SignedPrice = z.infer<typeof signedPriceSchema>;
