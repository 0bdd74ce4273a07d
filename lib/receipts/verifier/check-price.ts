import { SignedUpdateError, type SignedUpdateCheck } from '../../signed-updates/errors.ts';
import {
  PYTH_ROUTERS,
  WORMHOLE_MAINNET,
  WORMHOLE_TESTNET,
} from '../../signed-updates/signer-sets.ts';
import { quorumOf, type TrustProfile } from '../../signed-updates/trust-profile.ts';
import { verifyUpdate } from '../../signed-updates/verify.ts';
import { isShownAs } from './compare-shown.ts';
import { readShownPrice, type ShownPrice } from './read-shown.ts';
import type { Step } from './steps.ts';

/** The result of checking one price. */
export interface PriceResult {
  /** `null` if the price holds. */
  failed: Step | null;
  /** The positions of those who signed; missing if their signatures do not hold. */
  signers?: readonly number[];
  /** Whether these are signers that are built into this file's verifier. */
  isBuiltIn: boolean;
}

const BUILT_IN = [PYTH_ROUTERS, WORMHOLE_MAINNET, WORMHOLE_TESTNET];

/** Checks one price of the page: its bytes, their signers, and that it shows what they signed. */
export function checkPrice(element: Element): PriceResult {
  const shown = readShownPrice(element);
  if (!shown) return { failed: 'shown', isBuiltIn: false };
  const builtIn = builtInProfileOf(shown);
  const isBuiltIn = builtIn !== null;
  if (!areValid(shown) || (builtIn && !haveSameSigners(builtIn, shown))) {
    return { failed: 'signers', isBuiltIn };
  }
  const { blobs, prices } = verifyUpdate(
    { encoding: 'hex', data: [shown.update] },
    { profiles: [builtIn ?? toProfile(shown)], nowMs: 0, history: true },
  );
  const [blob] = blobs;
  if (!blob?.ok) return { failed: stepOf(blob?.error), isBuiltIn };
  const price = prices.get(shown.feedId);
  const isShown = price !== undefined && isShownAs(price, shown);
  return { failed: isShown ? null : 'shown', signers: blob.proof.signers, isBuiltIn };
}

/** The published signers for this emitter and set, whatever signers the page lists. */
function builtInProfileOf({ emitterChain, emitterAddress, setIndex }: ShownPrice) {
  const profile = BUILT_IN.find(
    (each) =>
      each.emitterChain === emitterChain &&
      each.emitterAddress === emitterAddress &&
      each.sets.some(({ index }) => index === setIndex),
  );
  return profile ?? null;
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
