import { SignedUpdateError, type SignedUpdateCheck } from '../../signed-updates/errors.ts';
import { quorumOf, type TrustProfile } from '../../signed-updates/trust/trust-profile.ts';
import { verifyUpdate, type VerifiedPrice } from '../../signed-updates/verify.ts';
import { isShownAs } from './compare-shown.ts';
import { knownSigners, type KnownSigners } from './known-signers.ts';
import { readShownPrice, type ShownPrice } from './read-shown.ts';
import type { Step } from './steps.ts';

/** The result of checking one price. */
export interface PriceResult {
  /** `null` if the price holds. */
  failed: Step | null;
  /** The positions of those who signed; missing if their signatures do not hold. */
  signers?: readonly number[];
  /** How this file's verifier knows the signers; `added`: from the page only. */
  origin: Origin;
  /** The signed price; missing if it does not hold. */
  signed?: VerifiedPrice;
}

export type Origin = KnownSigners['origin'] | 'added';

/** Checks one price of the page: its bytes, their signers, and that it shows what they signed. */
export function checkPrice(element: Element): PriceResult {
  const shown = readShownPrice(element);
  if (!shown) return { failed: 'shown', origin: 'added' };
  const known = knownSigners(shown, shown.announcements);
  const origin = known?.origin ?? 'added';
  if (!areValid(shown) || (known && !haveSameSigners(known.profile, shown))) {
    return { failed: 'signers', origin };
  }
  const { blobs, prices } = verifyUpdate(
    { encoding: 'hex', data: [shown.update] },
    { profiles: [known?.profile ?? toProfile(shown)], nowMs: 0, history: true },
  );
  const [blob] = blobs;
  if (!blob?.ok) return { failed: stepOf(blob?.error), origin };
  const { signers } = blob.proof;
  const signed = prices.get(shown.feedId);
  if (signed === undefined || !isShownAs(signed, shown)) {
    return { failed: 'shown', signers, origin };
  }
  return { failed: null, signers, origin, signed };
}

function haveSameSigners(profile: TrustProfile, { setIndex, keys, quorum }: ShownPrice): boolean {
  const set = profile.sets.find(({ index }) => index === setIndex);
  return set?.keys.join() === keys.join() && quorumOf(profile, set) === quorum;
}

function areValid({ keys, quorum }: ShownPrice): boolean {
  // A signer that is listed twice would count twice.
  const areAddresses = keys.every((key) => /^[0-9a-f]{40}$/.test(key));
  return areAddresses && new Set(keys).size === keys.length && quorum > 0 && quorum <= keys.length;
}

function toProfile({
  emitterChain,
  emitterAddress,
  setIndex,
  keys,
  quorum,
}: ShownPrice): TrustProfile {
  return {
    id: 'shown',
    name: 'shown',
    isBuiltIn: false,
    emitterChain,
    emitterAddress,
    quorum,
    sets: [{ index: setIndex, keys, inUseSinceMs: 0 }],
    upgradable: false,
  };
}

const STEP_OF: Partial<Record<SignedUpdateCheck, Step>> = {
  emitter: 'signers',
  'unknown-set': 'signers',
  'expired-set': 'signers',
  'signer-index': 'signers',
  quorum: 'signers',
  proof: 'proof',
  signature: 'signatures',
};

function stepOf(error: SignedUpdateError | undefined): Step {
  return (error && STEP_OF[error.check]) ?? 'format';
}
