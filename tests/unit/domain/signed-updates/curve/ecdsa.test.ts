import { sha256 } from '@noble/hashes/sha2.js';
import { etc, Point, recoverPublicKey, Signature } from '@noble/secp256k1';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areSigned, recoverKey } from '@/lib/domain/signed-updates/curve/ecdsa.ts';
import { ORDER, P } from '@/lib/domain/signed-updates/curve/field.ts';
import { multiplesOf } from '@/lib/domain/signed-updates/curve/multiples.ts';
import { GENERATOR } from '@/lib/domain/signed-updates/curve/points.ts';
import type { VaaSignature } from '@/lib/domain/signed-updates/vaa.ts';
import wycheproof from './wycheproof/ecdsa.json' with { type: 'json' };

function signatureOf(r: bigint, s: bigint, recovery: number): VaaSignature {
  const rs = Buffer.concat([r, s].map((number) => etc.numberToBytesBE(number)));
  return { index: 0, rs, recovery };
}

/** As the library recovers it, if the recovery id is one that we accept. */
function recoverByLibrary({ rs, recovery }: VaaSignature, digest: Uint8Array) {
  if (recovery > 1) return null;
  try {
    const signature = Buffer.concat([Uint8Array.of(recovery), rs]);
    return Point.fromBytes(recoverPublicKey(signature, digest, { prehash: false })).toAffine();
  } catch {
    return null;
  }
}

// `npm test -- --all` compares 10⁵ cases with the audited library.
const RUNS = process.env['ALL_SPECS'] === undefined ? 200 : 100_000;
const LONGEST_MS = 60 * 60_000;

const edges = [0n, 1n, 2n, 7n, ORDER - 1n, ORDER, ORDER + 1n, P, 2n ** 256n - 1n, GENERATOR.x];
const number = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }));
const signature = fc
  .tuple(number, number, fc.nat({ max: 3 }))
  .map(([r, s, recovery]) => signatureOf(r, s, recovery));
const digestOf = (hash: bigint) => Uint8Array.from(etc.numberToBytesBE(hash));

describe('the recovered key', () => {
  it(
    'is that of the library for any numbers',
    () => {
      fc.assert(
        fc.property(signature, number.map(digestOf), (made, digest) => {
          expect(recoverKey(made, digest)).toEqual(recoverByLibrary(made, digest));
        }),
        { numRuns: RUNS },
      );
    },
    LONGEST_MS,
  );

  it('does not exist if it would be infinity', () => {
    // With the nonce G, the key is (s - hash) / r · G.
    const { x, y } = GENERATOR;
    const made = signatureOf(x, 42n, Number(y & 1n));
    expect(recoverKey(made, digestOf(42n))).toBe(null);
    expect(recoverKey(made, digestOf(43n))).not.toBe(null);
  });

  it('made its signature, and no other key did', () => {
    fc.assert(
      fc.property(signature, number.map(digestOf), (made, digest) => {
        const recovered = recoverKey(made, digest);
        const claims = [GENERATOR, recovered ?? GENERATOR].map((key) => ({
          key: multiplesOf(key, 4),
          signature: made,
        }));
        const isOfGenerator = recovered?.x === GENERATOR.x && recovered.y === GENERATOR.y;
        expect(areSigned(claims, digest)).toEqual([isOfGenerator, recovered !== null]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the vectors of Wycheproof', () => {
  // Their x is above the order. We accept no recovery id above 1, which they would need.
  const ABOVE_ORDER = [115, 247];

  it.each(wycheproof.tests)('$tcId: $comment', ({ tcId, key, msg, sig, isValid }) => {
    const [x, y] = [key.slice(0, 64), key.slice(64)].map((hex) => BigInt(`0x${hex}`));
    const digest = sha256(Buffer.from(msg, 'hex'));
    const made = [0, 1].map((recovery) => ({ index: 0, rs: Buffer.from(sig, 'hex'), recovery }));
    const claims = made.map((each) => ({ key: multiplesOf({ x: x!, y: y! }, 4), signature: each }));
    const isAccepted = isValid && !ABOVE_ORDER.includes(tcId);
    expect(areSigned(claims, digest).includes(true)).toBe(isAccepted);
    const keys = made.map((each) => recoverKey(each, digest));
    expect(keys.some((found) => found?.x === x && found?.y === y)).toBe(isAccepted);
  });
});

describe('a signature', () => {
  const key = multiplesOf(GENERATOR, 4);
  // The secret key of G is 1: s = (hash + r) / nonce.
  const sign = (hash: bigint, nonce: bigint): VaaSignature => {
    const { x, y } = Point.BASE.multiply(nonce).toAffine();
    const s = etc.mod((hash + x) * etc.invert(nonce, ORDER), ORDER);
    return signatureOf(x, s, Number(y & 1n));
  };

  it('is accepted whatever the hash, also where multiples meet', () => {
    // For hash = r, both terms of the sum are equal.
    const { x } = Point.BASE.multiply(9n).toAffine();
    for (const hash of [0n, 1n, x, ORDER - 1n, 2n ** 256n - 1n]) {
      const made = sign(hash, 9n);
      expect(Signature.fromBytes(made.rs)).toBeTruthy();
      expect(areSigned([{ key, signature: made }], digestOf(hash))).toEqual([true]);
    }
  });

  it('is not accepted where the sum is infinity', () => {
    // For hash = -r, the two terms are opposite.
    const made = sign(5n, 9n);
    const { r } = Signature.fromBytes(made.rs);
    for (const recovery of [0, 1]) {
      const claim = { key, signature: { ...made, recovery } };
      expect(areSigned([claim], digestOf(ORDER - r))).toEqual([false]);
    }
  });

  it.each([0n, ORDER, ORDER + 1n, 2n ** 256n - 1n])('with r or s = %d is not accepted', (bad) => {
    for (const recovery of [0, 1]) {
      for (const made of [signatureOf(bad, 1n, recovery), signatureOf(1n, bad, recovery)]) {
        expect(areSigned([{ key, signature: made }], digestOf(0n))).toEqual([false]);
        expect(recoverKey(made, digestOf(0n))).toBe(null);
      }
    }
  });

  it('is judged for itself among others', () => {
    const good = sign(77n, 9n);
    const bad = { ...good, recovery: 1 - good.recovery };
    const claims = [good, bad, good, signatureOf(0n, 0n, 0)].map((each) => ({
      key,
      signature: each,
    }));
    expect(areSigned(claims, digestOf(77n))).toEqual([true, false, true, false]);
  });
});
