import { MAX_UPDATE_TEXT, type SignedPrice } from '../../receipts/signed-price.ts';
import { decodeBytes } from '../../signed-updates/bytes.ts';
import { toSinglePriceUpdate } from '../../signed-updates/single-price.ts';
import type { Firing } from '../model/firing.ts';
import { goesByClock } from '../model/trigger.ts';
import type { FeedAnswer } from './check-feed.ts';

/**
 * The signed prices that fired alerts, by firing id. Left out are firings whose price is not
 * verified, and those for which the clock counts, not the price.
 */
export function signedPricesOf(
  firings: readonly Firing[],
  answers: readonly FeedAnswer[],
): Map<string, SignedPrice> {
  const found = new Map<string, SignedPrice>();
  // Alerts on the same feed often fire together.
  const made = new Map<FeedAnswer, SignedPrice | null>();
  for (const firing of firings) {
    const answer = goesByClock(firing.what)
      ? undefined
      : answers.find((each) => fired(each, firing));
    if (!answer) continue;
    if (!made.has(answer)) made.set(answer, toSignedPrice(answer));
    const signedPrice = made.get(answer);
    if (signedPrice) found.set(firing.id, signedPrice);
  }
  return found;
}

function fired({ id, price, evidence }: FeedAnswer, { feedId, price: at }: Firing): boolean {
  return (
    evidence !== undefined &&
    id === feedId &&
    price.publishTime === at?.publishTime &&
    price.slot === at.slot &&
    price.price === at.price &&
    price.expo === at.expo
  );
}

/** `null` if the update is larger than any genuine one. */
function toSignedPrice({ evidence }: FeedAnswer): SignedPrice | null {
  if (!evidence) return null;
  const { signed, binary } = evidence;
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
