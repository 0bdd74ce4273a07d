import { decodeBytes } from '../signed-updates/bytes.ts';
import { toSinglePriceUpdate } from '../signed-updates/single-price.ts';
import type { SignedBinary, VerifiedPrice } from '../signed-updates/verify.ts';
import { MAX_UPDATE_TEXT, type SignedPrice } from '../signed-updates/signed-price.ts';

/**
 * The signed bytes of one verified price; `null` if too long to be genuine.
 * @param binary the update that contains the price
 */
export function toSignedPrice(signed: VerifiedPrice, binary: SignedBinary): SignedPrice | null {
  const {
    profileName: name,
    emitterChain,
    emitterAddress,
    setIndex,
    setKeys,
    quorum,
  } = signed.proof;
  const blob = decodeBytes(binary.data[signed.blob], binary.encoding);
  const update = toSinglePriceUpdate(blob, signed)?.toBase64();
  if (update === undefined || update.length > MAX_UPDATE_TEXT) return null;
  return {
    update,
    signers: { name, emitterChain, emitterAddress, setIndex, keys: [...setKeys], quorum },
  };
}
