import { isMap } from '../../base/is-map.ts';
import { toMilliseconds } from '../../base/units.ts';
import type { Proof, StoredPrice } from './stored-price.ts';

/**
 * Writes a price as one short text. Prices are written several times a second, so the text omits
 * names and stores times relative to the publish time. It takes less than half the bytes of JSON
 * with names.
 */
export function writePrice(price: StoredPrice): string {
  const { publishTime, prevPublishTime: previous, proofAvailableTime: available } = price;
  const { proof, isSample = false, verifiedBefore } = price;
  const rare = isSample || verifiedBefore ? [{ isSample, verifiedBefore }] : [];
  return JSON.stringify([
    price.price,
    price.conf,
    price.expo,
    price.emaPrice,
    price.emaConf,
    price.emaExpo - price.expo,
    publishTime,
    price.slot,
    previous === null ? null : publishTime - previous,
    available === null ? null : available - publishTime,
    price.receivedAt - toMilliseconds(publishTime),
    price.direction,
    proof ? writeProof(proof) : null,
    ...rare,
  ]);
}

/**
 * Reads a text of `writePrice`, to be checked with `storedPriceSchema`; `null` for any other text.
 */
export function readPrice(text: string): unknown {
  const parts = parse(text);
  if (!Array.isArray(parts)) return null;
  const [price, conf, expo, emaPrice, emaConf, emaStep, publishTime, slot, ...others] = parts;
  const [previous, available, receivedMs, direction, proof, rare] = others;
  const { isSample, verifiedBefore } = isMap(rare) ? rare : {};
  return {
    price,
    conf,
    expo,
    emaPrice,
    emaConf,
    emaExpo: expo + emaStep,
    publishTime,
    slot,
    prevPublishTime: previous === null ? null : publishTime - previous,
    proofAvailableTime: available === null ? null : publishTime + available,
    receivedAt: toMilliseconds(publishTime) + receivedMs,
    direction,
    ...(Array.isArray(proof) && { proof: readProof(proof) }),
    ...(isSample === true && { isSample }),
    ...(verifiedBefore !== undefined && { verifiedBefore }),
  };
}

function writeProof(proof: Proof): unknown[] {
  if (proof.state === 'unchecked') return [proof.trust, proof.reason];
  const { trust, signerCount, setSize, profileName, isBuiltIn } = proof;
  return [trust, signerCount, setSize, profileName, isBuiltIn];
}

function readProof([trust, first, setSize, profileName, isBuiltIn]: unknown[]): unknown {
  if (typeof first !== 'number') return { state: 'unchecked', reason: first, trust };
  return { state: 'verified', signerCount: first, setSize, profileName, isBuiltIn, trust };
}

// oxlint-disable-next-line typescript/no-explicit-any -- every part is checked by the schema
function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
