import type { SignedPrice } from '../../domain/signed-updates/signed-price.ts';
import { toSignedPrice } from '../../domain/receipts/to-signed-price.ts';
import type { Firing } from '../../domain/alerts/model/firing.ts';
import { goesByClock } from '../../domain/alerts/model/trigger.ts';
import type { FeedAnswer } from './check-feed.ts';

/**
 * The signed prices that fired alerts, by firing id. Leaves out unverified prices and firings that
 * the clock caused.
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
    if (!answer?.evidence) continue;
    const { signed, binary } = answer.evidence;
    if (!made.has(answer)) made.set(answer, toSignedPrice(signed, binary));
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
