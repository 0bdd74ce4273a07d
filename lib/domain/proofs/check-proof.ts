import { nextTurn } from '../../base/next-turn.ts';
import type { Measure } from '../currency/cross.ts';
import { compareDecimals } from '../prices/arithmetic.ts';
import { MAX_EXPONENT, parseDecimal } from '../prices/decimal.ts';
import { createSignerCache } from '../signed-updates/signatures.ts';
import type { TrustProfile } from '../signed-updates/trust/trust-profile.ts';
import type { VerificationProblem } from '../signed-updates/verification-problem.ts';
import { verifyUpdate, type VerifiedPrice } from '../signed-updates/verify.ts';
import { holdingValues, type HoldingValues } from './holding-values.ts';
import { MAX_PRICES, type NotSigned } from './proof-file.ts';
import type { ReadProof } from './read-proof.ts';

/** The end of the year 9999. */
const MAX_TIME_SECONDS = 253_402_300_799;

/** Each bad signature costs a curve operation, so the rest is not checked. */
const MAX_BAD_SIGNATURES = 8;

export interface CheckedProof {
  /** `valid` only if everything in the file that can be checked is right. */
  verdict: 'valid' | 'invalid';
  /** In the order of the file: the price, or why it is not verified. */
  prices: readonly (VerifiedPrice | VerificationProblem)[];
  /** Whether the price is beyond the alert's level; `null` if the file names no level. */
  isBeyondLevel: boolean | null;
  /** Calculated from the verified prices; `null` without holdings. */
  values: HoldingValues | null;
  /** Each part of the signed bytes, as it is in the file. */
  bytes: readonly string[];
  notSigned: NotSigned | null;
}

export function isVerified(price: CheckedProof['prices'][number]): price is VerifiedPrice {
  return !('code' in price);
}

/**
 * Checks every signed price, and recalculates values and the total.
 * @param signal stops the work
 * @throws if the signed bytes contain what no file of a price service does
 */
export async function checkProof(
  { binary: { encoding, data }, notSigned }: ReadProof,
  profiles: readonly TrustProfile[],
  signal: AbortSignal,
): Promise<CheckedProof> {
  const cache = createSignerCache();
  const prices: (VerifiedPrice | VerificationProblem)[] = [];
  let badSignatures = 0;
  for (const part of data) {
    await nextTurn();
    signal.throwIfAborted();
    if (badSignatures >= MAX_BAD_SIGNATURES) {
      prices.push({ code: 'too-many-bad-signatures', count: badSignatures });
      continue;
    }
    // A signer set that is retired now could sign past prices.
    const trust = { profiles, nowMs: 0, history: true };
    const { blobs, prices: found } = verifyUpdate({ encoding, data: [part] }, trust, cache);
    const [blob] = blobs;
    if (blob?.ok) prices.push(...found.values());
    else if (blob) prices.push(blob.error.problem);
    if (blob && !blob.ok && blob.error.check === 'signature') badSignatures += 1;
    const isOnePrice = !blob?.ok || found.size === 1;
    // Names and lines refer to prices by their places.
    if (notSigned && !isOnePrice) throw new TypeError('Not one price.');
    if (found.size === 0 && blob?.ok) throw new TypeError('No price.');
    if (prices.length > MAX_PRICES) throw new RangeError('Too many prices.');
  }
  const measures = prices.map((price) => (isVerified(price) ? measureOf(price) : null));
  const { holdings, alert } = notSigned ?? {};
  const values = holdings ? holdingValues(holdings.lines, measures) : null;
  const isBeyondLevel = alert?.level ? isBeyond(alert.level, measures[0]) : null;
  const isRight =
    prices.every(isVerified) &&
    isBeyondLevel !== false &&
    (values === null || values.total !== null);
  const verdict = isRight ? 'valid' : 'invalid';
  return { verdict, prices, isBeyondLevel, values, bytes: data, notSigned };
}

/** @throws if signers added by the user signed something that cannot be shown */
function measureOf({ price, conf, expo, publishTime }: VerifiedPrice): Measure {
  const isShowable =
    Math.abs(expo) <= MAX_EXPONENT && publishTime >= 0 && publishTime <= MAX_TIME_SECONDS;
  if (!isShowable) throw new RangeError('Beyond what can be shown.');
  return { price: { mantissa: price, expo }, confidence: { mantissa: conf, expo } };
}

function isBeyond(
  { side, value }: { side: 'above' | 'below'; value: string },
  price: Measure | null | undefined,
): boolean {
  const level = parseDecimal(value);
  if (!level || !price) return false;
  const order = compareDecimals(price.price, level);
  return side === 'above' ? order > 0 : order < 0;
}
