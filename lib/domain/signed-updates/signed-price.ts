import { z } from '../../base/zod.ts';

/** More than any genuine update of one price needs, in base64. */
export const MAX_UPDATE_TEXT = 16_384;

const address = z.string().check(z.regex(/^[0-9a-f]{40}$/));

/** A signed price as it was verified: its bytes, and the signers that were trusted then. */
export const signedPriceSchema = z.object({
  /** An update with this price only, in base64. */
  update: z.string().check(z.maxLength(MAX_UPDATE_TEXT)),
  signers: z.object({
    name: z.string(),
    emitterChain: z.number(),
    /** 64 hex digits. */
    emitterAddress: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    setIndex: z.number(),
    /** The addresses of the whole set, in its order. */
    keys: z.array(address),
    /** How many signatures are enough. */
    quorum: z.number(),
  }),
});
export type SignedPrice = z.infer<typeof signedPriceSchema>;
