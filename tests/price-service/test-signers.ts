import { keccak_256 } from '@noble/hashes/sha3.js';
import { etc, getPublicKey, Point } from '@noble/secp256k1';
import type { CustomProfile } from '../../lib/domain/signed-updates/trust/custom-profile.ts';
import { DEFAULT_TRUST_SETTINGS } from '../../lib/domain/signed-updates/trust/trust-fingerprint.ts';
import type { TrustSettings } from '../../lib/domain/signed-updates/trust/trust-settings.ts';
import { concat, type ListedSignature } from './update-encoding.ts';

/** Test signers of one set, and the emitter that they sign for. The keys protect nothing. */
export interface SigningIdentity {
  emitterChain: number;
  /** 64 hex digits. */
  emitterAddress: string;
  setIndex: number;
  quorum: number;
  secretKeys: Uint8Array[];
  /** The signers' addresses, 40 hex digits each. */
  keys: string[];
}

/** Makes signers whose keys follow from `seed`: the same in every run. */
export function createIdentity(
  options: {
    seed?: string;
    signers?: number;
    quorum?: number;
    setIndex?: number;
    emitterChain?: number;
    emitterAddress?: string;
  } = {},
): SigningIdentity {
  const { seed = 'local price service', signers = 5, quorum = 3, setIndex = 0 } = options;
  const secretKeys = Array.from({ length: signers }, (_, place) =>
    keccak_256(Buffer.from(`${seed} signer ${place}`)),
  );
  return {
    emitterChain: options.emitterChain ?? 26,
    emitterAddress:
      options.emitterAddress ?? Buffer.from('pricelight-local-price-service!!').toString('hex'),
    setIndex,
    quorum,
    secretKeys,
    keys: secretKeys.map(addressOf),
  };
}

/** The signers of the local price service: 3 of 5. */
export const LOCAL_IDENTITY = createIdentity();

/** What a user enters on the options page to trust an identity. */
export function profileOf(identity: SigningIdentity, name = 'Local price service'): CustomProfile {
  const { emitterChain, emitterAddress, keys, quorum, setIndex } = identity;
  return { name, emitterChain, emitterAddress, keys, quorum, setIndex };
}

/** The settings of a user who trusts the local service's signers. */
export function trustInLocal(name?: string): TrustSettings {
  return trustIn(LOCAL_IDENTITY, name);
}

/** The settings of a user who trusts an identity's signers. */
export function trustIn(identity: SigningIdentity, name?: string): TrustSettings {
  return { ...DEFAULT_TRUST_SETTINGS, custom: [profileOf(identity, name)] };
}

/** Signs a body with the given signers of an identity, all of its first `quorum` by default. */
export function signBody(
  body: Uint8Array,
  { secretKeys, quorum }: SigningIdentity,
  signers: readonly number[] = Array.from({ length: quorum }, (_, place) => place),
): ListedSignature[] {
  const digest = etc.bytesToNumberBE(keccak_256(keccak_256(body)));
  return signers.map((index) => {
    const secretKey = secretKeys[index];
    if (secretKey === undefined) throw new RangeError(`There is no signer ${index}`);
    return { index, bytes: signDigest(digest, secretKey) };
  });
}

// A nonce that is used twice gives a secret key away; these protect nothing, and a fixed one makes a
// signature a hundred times faster, with which the local price service signs every slot.
const NONCE = 0x5eedn;
const NONCE_POINT = Point.BASE.multiply(NONCE);
const ORDER = Point.CURVE().n;
const NONCE_INVERSE = etc.invert(NONCE, ORDER);

/** 65 bytes: r, the lower s, and the recovery id. */
function signDigest(digest: bigint, secretKey: Uint8Array): Uint8Array {
  const { x, y } = NONCE_POINT.toAffine();
  const r = etc.mod(x, ORDER);
  const s = etc.mod(NONCE_INVERSE * (digest + r * etc.bytesToNumberBE(secretKey)), ORDER);
  const isHigh = s > ORDER / 2n;
  const isOdd = (y & 1n) === 1n;
  return concat(
    etc.numberToBytesBE(r),
    etc.numberToBytesBE(isHigh ? ORDER - s : s),
    Uint8Array.of(isOdd === isHigh ? 0 : 1),
  );
}

function addressOf(secretKey: Uint8Array): string {
  const key = getPublicKey(secretKey, false);
  return Buffer.from(keccak_256(key.subarray(1)).subarray(12)).toString('hex');
}
