import { z } from '../../base/zod.ts';
import { decodeBytes } from './bytes.ts';
import { toSinglePriceUpdate } from './single-price.ts';
import type { SignedBinary, VerifiedPrice } from './verify.ts';

/** A genuine update of one price needs fewer characters. */
const MAX_LENGTH = 16_384;

export const signedBytesSchema = z.string().check(z.minLength(1), z.maxLength(MAX_LENGTH));

/** A signed update with one price, in base64. */
export type SignedBytes = z.infer<typeof signedBytesSchema>;

/**
 * The signed bytes of one verified price; `null` if too long to be genuine.
 * @param binary the update that contains the price
 */
export function toSignedBytes(signed: VerifiedPrice, binary: SignedBinary): SignedBytes | null {
  const blob = decodeBytes(binary.data[signed.blob], binary.encoding);
  const update = toSinglePriceUpdate(blob, signed)?.toBase64();
  return update !== undefined && update.length <= MAX_LENGTH ? update : null;
}
