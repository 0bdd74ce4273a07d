import { keccak_256 } from '@noble/hashes/sha3.js';
import * as curve from '@noble/secp256k1';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createKnownSigners,
  recoverKey,
  multiplesOf,
} from '../../../../lib/domain/signed-updates/trust/known-signers.ts';
import type { VaaSignature } from '../../../../lib/domain/signed-updates/vaa.ts';
import { createIdentity, signBody } from '../../../price-service/test-signers.ts';

vi.mock(import('@noble/secp256k1'), async (load) => {
  const original = await load();
  return { ...original, recoverPublicKey: vi.fn(original.recoverPublicKey) };
});

const recoveries = vi.mocked(curve.recoverPublicKey);
const identity = createIdentity({ seed: 'known', signers: 2, quorum: 1 });
const ADDRESS = identity.keys[0]!;
const ORDER = curve.Point.CURVE().n;

function signed(text: string, signer = 0): { signature: VaaSignature; digest: Uint8Array } {
  const body = Buffer.from(text);
  const [listed] = signBody(body, identity, [signer]);
  const { bytes } = listed!;
  return {
    signature: { index: signer, rs: bytes.subarray(0, 64), recovery: bytes[64]! },
    digest: keccak_256(keccak_256(body)),
  };
}

/** Creates known signers, the first of which was seen often enough to be prepared. */
function preparedSigners() {
  const signers = createKnownSigners();
  for (const text of ['1', '2', '3']) {
    const { signature, digest } = signed(text);
    signers.isSignedBy(ADDRESS, signature, digest);
    signers.prepareOne();
  }
  recoveries.mockClear();
  return signers;
}

function bytesOf(number: bigint): Uint8Array {
  return curve.etc.numberToBytesBE(number);
}

beforeEach(() => {
  recoveries.mockClear();
});

describe('a signer that is seen often', () => {
  it('is recovered only three times', () => {
    const signers = createKnownSigners();
    for (const text of ['1', '2', '3', '4', '5', '6']) {
      const { signature, digest } = signed(text);
      expect(signers.isSignedBy(ADDRESS, signature, digest)).toBe(true);
      signers.prepareOne();
    }
    expect(recoveries).toHaveBeenCalledTimes(3);
  });

  it('is not mistaken for another signer', () => {
    const signers = preparedSigners();
    const other = signed('by the other', 1);
    expect(signers.isSignedBy(ADDRESS, other.signature, other.digest)).toBe(false);
    expect(signers.isSignedBy(identity.keys[1]!, other.signature, other.digest)).toBe(true);
  });

  it('gets the same result as with recovery wherever a signature is changed', () => {
    const signers = preparedSigners();
    const change = fc.record({
      text: fc.string(),
      place: fc.nat({ max: 96 }),
      bits: fc.integer({ min: 0, max: 255 }),
    });
    fc.assert(
      fc.property(change, ({ text, place, bits }) => {
        const { signature, digest } = signed(text);
        const all = Buffer.concat([signature.rs, digest, Uint8Array.of(signature.recovery)]);
        all[place]! ^= bits;
        const changed = { index: 0, rs: all.subarray(0, 64), recovery: all[96]! };
        const changedDigest = all.subarray(64, 96);
        expect(signers.isSignedBy(ADDRESS, changed, changedDigest)).toBe(
          recoverKey(changed, changedDigest)?.address === ADDRESS,
        );
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['r is zero', { r: 0n }],
    ['s is zero', { s: 0n }],
    ['r is the order', { r: ORDER }],
    ['s is the order', { s: ORDER }],
    ['r is as large as possible', { r: 2n ** 256n - 1n }],
    ['r is a different number', { r: 7n }],
    ['s is a different number', { s: 7n }],
  ])('is rejected if %s', (_, change) => {
    const { signature, digest } = signed('whole');
    const { r, s } = curve.Signature.fromBytes(signature.rs);
    const parts = { r, s, ...change };
    const changed = { ...signature, rs: Buffer.concat([bytesOf(parts.r), bytesOf(parts.s)]) };
    expect(recoverKey(changed, digest)?.address).not.toBe(ADDRESS);
    expect(preparedSigners().isSignedBy(ADDRESS, changed, digest)).toBe(false);
  });

  it('is recognized by the malleated form of its signature, as with recovery', () => {
    const { signature, digest } = signed('whole');
    const { r, s } = curve.Signature.fromBytes(signature.rs);
    const rs = Buffer.concat([bytesOf(r), bytesOf(ORDER - s)]);
    const mirrored = { ...signature, rs, recovery: 1 - signature.recovery };
    expect(recoverKey(mirrored, digest)?.address).toBe(ADDRESS);
    const signers = preparedSigners();
    expect(signers.isSignedBy(ADDRESS, mirrored, digest)).toBe(true);
    expect(signers.isSignedBy(ADDRESS, { ...mirrored, recovery: 2 }, digest)).toBe(false);
    expect(signers.isSignedBy(ADDRESS, { ...mirrored, ...signature, rs }, digest)).toBe(false);
  });
});

describe('a signer without valid signatures', () => {
  it('is never prepared', () => {
    const signers = createKnownSigners();
    const { signature, digest } = signed('by the first');
    for (let times = 0; times < 5; times++) {
      expect(signers.isSignedBy(identity.keys[1]!, signature, digest)).toBe(false);
      signers.prepareOne();
    }
    expect(recoveries).toHaveBeenCalledTimes(5);
  });
});

describe('multiples of a point', () => {
  const point = curve.Point.fromBytes(curve.getPublicKey(identity.secretKeys[0]!));
  const multiples = multiplesOf(point);

  it.each([
    0n,
    1n,
    15n,
    16n,
    17n,
    31n,
    32n,
    33n,
    2n ** 128n - 1n,
    ORDER / 2n,
    ORDER - 17n,
    ORDER - 16n,
    ORDER - 1n,
  ])('equal the results of double-and-add for %d', (scalar) => {
    expect(multiples.times(scalar).equals(point.multiplyUnsafe(scalar))).toBe(true);
  });

  it('are correct for any scalar', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: ORDER - 1n }), (scalar) => {
        expect(multiples.times(scalar).equals(point.multiplyUnsafe(scalar))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
