import { toSignedBytes, type SignedBytes } from '../../domain/signed-updates/signed-bytes.ts';
import type { Firing } from '../../domain/alerts/model/firing.ts';
import { goesByClock } from '../../domain/alerts/model/trigger.ts';
import type { FeedAnswer } from './check-feed.ts';

/**
 * The signed bytes of the prices that fired alerts, by firing id. Leaves out unverified prices and firings that
 * the clock caused.
 */
export function signedBytesOf(
  firings: readonly Firing[],
  answers: readonly FeedAnswer[],
): Map<string, SignedBytes> {
  const found = new Map<string, SignedBytes>();
  // Alerts on the same feed often fire together.
  const made = new Map<FeedAnswer, SignedBytes | null>();
  for (const firing of firings) {
    const answer = goesByClock(firing.what)
      ? undefined
      : answers.find((each) => fired(each, firing));
    if (!answer?.evidence) continue;
    const { signed, binary } = answer.evidence;
    if (!made.has(answer)) made.set(answer, toSignedBytes(signed, binary));
    const bytes = made.get(answer);
    if (bytes) found.set(firing.id, bytes);
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
