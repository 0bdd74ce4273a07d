import { toHex } from '../bytes.ts';
import type { VaaSignature } from '../vaa.ts';
import { invertModulo, invertAll, mod, ORDER } from './field.ts';
import { multiplesOf, type Multiples } from './multiples.ts';
import { GENERATOR, pointAt, sumRows, type Point } from './points.ts';

const GENERATOR_BITS = 6;

// A point of which only one multiple is needed.
const ONCE_BITS = 2;

let multiplesOfGenerator: Multiples | undefined;

/** A signature, and the key that is said to have made it. */
export interface Claim {
  key: Multiples;
  signature: VaaSignature;
}

/**
 * The key that made a signature (SEC 1, 4.1.6); `null` if there is none.
 *
 * @param digest 32 bytes
 */
export function recoverKey(signature: VaaSignature, digest: Uint8Array): Point | null {
  const numbers = numbersOf(signature);
  const nonce = numbers && pointAt(numbers.r, signature.recovery === 1);
  if (!nonce) return null;
  const inverse = invertModulo(numbers.r, ORDER);
  const terms = [
    ...generator().termsOf(modOrder(-toNumber(digest) * inverse)),
    ...multiplesOf(nonce, ONCE_BITS).termsOf(modOrder(numbers.s * inverse)),
  ];
  return sumRows([terms])[0] ?? null;
}

/**
 * Whether each signature is made by its key (SEC 1, 4.1.4): u1·G + u2·key must have the stated x
 * and parity of y. Only the recovered key satisfies that.
 */
export function areSigned(claims: readonly Claim[], digest: Uint8Array): boolean[] {
  const hash = toNumber(digest);
  const all = claims.map(({ signature }) => numbersOf(signature));
  const inverses = invertAll(
    all.map((numbers) => numbers?.s ?? 1n),
    ORDER,
    modOrder,
  );
  const sums = sumRows(
    claims.map(({ key }, place) => {
      const numbers = all[place];
      if (!numbers) return [];
      const inverse = inverses[place] ?? 1n;
      return [
        ...generator().termsOf(modOrder(hash * inverse)),
        ...key.termsOf(modOrder(numbers.r * inverse)),
      ];
    }),
  );
  return claims.map(({ signature }, place) => {
    const [numbers, sum] = [all[place], sums[place]];
    if (!numbers || !sum) return false;
    return sum.x === numbers.r && Number(sum.y & 1n) === signature.recovery;
  });
}

/** `null` if a number is out of range. */
function numbersOf({ rs, recovery }: VaaSignature): { r: bigint; s: bigint } | null {
  const [r, s] = [toNumber(rs.subarray(0, 32)), toNumber(rs.subarray(32))];
  // Larger recovery ids stand for an x above the order, which practically never happens.
  return recovery <= 1 && isInRange(r) && isInRange(s) ? { r, s } : null;
}

function isInRange(value: bigint): boolean {
  return value > 0n && value < ORDER;
}

function generator(): Multiples {
  multiplesOfGenerator ??= multiplesOf(GENERATOR, GENERATOR_BITS);
  return multiplesOfGenerator;
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes)}`);
}

function modOrder(value: bigint): bigint {
  return mod(value, ORDER);
}
