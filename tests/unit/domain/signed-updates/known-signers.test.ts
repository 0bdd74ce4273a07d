import { keccak_256 } from '@noble/hashes/sha3.js';
import { etc, Point, Signature } from '@noble/secp256k1';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as ecdsa from '@/lib/domain/signed-updates/curve/ecdsa.ts';
import {
  addressOf,
  createKnownSigners,
  type KnownSigners,
} from '@/lib/domain/signed-updates/trust/known-signers.ts';
import type { VaaSignature } from '@/lib/domain/signed-updates/vaa.ts';
import { createIdentity, signBody } from '../../../price-service/test-signers.ts';

vi.mock(import('@/lib/domain/signed-updates/curve/ecdsa.ts'), async (load) => {
  const original = await load();
  return { ...original, recoverKey: vi.fn(original.recoverKey) };
});

const recoveries = vi.mocked(ecdsa.recoverKey);
const identity = createIdentity({ seed: 'known', signers: 2, quorum: 1 });
const ADDRESS = identity.keys[0]!;
const ORDER = Point.CURVE().n;

function signed(text: string, signer = 0): { signature: VaaSignature; digest: Uint8Array } {
  const body = Buffer.from(text);
  const [listed] = signBody(body, identity, [signer]);
  const { bytes } = listed!;
  return {
    signature: { index: signer, rs: bytes.subarray(0, 64), recovery: bytes[64]! },
    digest: keccak_256(keccak_256(body)),
  };
}

function isSignedBy(
  signers: KnownSigners,
  address: string,
  { signature, digest }: { signature: VaaSignature; digest: Uint8Array },
): boolean {
  return signers.findForged([{ address, signature }], digest) === -1;
}

function recoveredAddress(signature: VaaSignature, digest: Uint8Array): string | null {
  const key = ecdsa.recoverKey(signature, digest);
  return key && addressOf(key);
}

/** Creates known signers, the first of which was seen often enough to be prepared. */
function preparedSigners() {
  const signers = createKnownSigners();
  for (const text of ['1', '2', '3']) {
    isSignedBy(signers, ADDRESS, signed(text));
    signers.prepareOne();
  }
  recoveries.mockClear();
  return signers;
}

function bytesOf(number: bigint): Uint8Array {
  return etc.numberToBytesBE(number);
}

beforeEach(() => {
  recoveries.mockClear();
});

describe('a signer that is seen often', () => {
  it('is recovered only three times', () => {
    const signers = createKnownSigners();
    for (const text of ['1', '2', '3', '4', '5', '6']) {
      expect(isSignedBy(signers, ADDRESS, signed(text))).toBe(true);
      signers.prepareOne();
    }
    expect(recoveries).toHaveBeenCalledTimes(3);
  });

  it('is not mistaken for another signer', () => {
    const signers = preparedSigners();
    const other = signed('by the other', 1);
    expect(isSignedBy(signers, ADDRESS, other)).toBe(false);
    expect(isSignedBy(signers, identity.keys[1]!, other)).toBe(true);
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
        expect(isSignedBy(signers, ADDRESS, { signature: changed, digest: changedDigest })).toBe(
          recoveredAddress(changed, changedDigest) === ADDRESS,
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
    const { r, s } = Signature.fromBytes(signature.rs);
    const parts = { r, s, ...change };
    const changed = { ...signature, rs: Buffer.concat([bytesOf(parts.r), bytesOf(parts.s)]) };
    expect(recoveredAddress(changed, digest)).not.toBe(ADDRESS);
    expect(isSignedBy(preparedSigners(), ADDRESS, { signature: changed, digest })).toBe(false);
  });

  it('is recognized by the malleated form of its signature, as with recovery', () => {
    const { signature, digest } = signed('whole');
    const { r, s } = Signature.fromBytes(signature.rs);
    const rs = Buffer.concat([bytesOf(r), bytesOf(ORDER - s)]);
    const mirrored = { ...signature, rs, recovery: 1 - signature.recovery };
    expect(recoveredAddress(mirrored, digest)).toBe(ADDRESS);
    const signers = preparedSigners();
    const isValid = (changed: VaaSignature) =>
      isSignedBy(signers, ADDRESS, { signature: changed, digest });
    expect(isValid(mirrored)).toBe(true);
    expect(isValid({ ...mirrored, recovery: 2 })).toBe(false);
    expect(isValid({ ...mirrored, ...signature, rs })).toBe(false);
  });
});

describe('a signer without valid signatures', () => {
  it('is never prepared', () => {
    const signers = createKnownSigners();
    for (let times = 0; times < 5; times++) {
      expect(isSignedBy(signers, identity.keys[1]!, signed('by the first'))).toBe(false);
      signers.prepareOne();
    }
    expect(recoveries).toHaveBeenCalledTimes(5);
  });
});

describe('several signatures', () => {
  const claims = (texts: readonly string[]) =>
    texts.map((text, signer) => ({
      address: identity.keys[signer]!,
      signature: signed(text, signer).signature,
    }));
  const { digest } = signed('whole');

  it.each([
    { texts: ['whole', 'whole'], forged: -1, recovered: 1 },
    { texts: ['other', 'whole'], forged: 0, recovered: 0 },
    { texts: ['whole', 'other'], forged: 1, recovered: 1 },
    { texts: ['other', 'other'], forged: 0, recovered: 0 },
  ])('of a known and a new signer: $texts', ({ texts, forged, recovered }) => {
    expect(preparedSigners().findForged(claims(texts), digest)).toBe(forged);
    expect(recoveries).toHaveBeenCalledTimes(recovered);
  });

  it('of new signers are recovered only up to the first forged one', () => {
    expect(createKnownSigners().findForged(claims(['other', 'whole']), digest)).toBe(0);
    expect(recoveries).toHaveBeenCalledTimes(1);
  });
});
