import { Point } from '@noble/secp256k1';

// A scalar in digits of five bits: the table has 52 × 16 points, some 170 kB, and takes 7 ms; a
// multiplication is 52 additions at most, where doubling and adding takes 384.
const BITS = 5;
const DIGITS = Math.ceil(257 / BITS);
const BASE = 1 << BITS;
const HALF = BASE / 2;

/** A point that is multiplied often: by additions of multiples made beforehand. */
export interface Multiples {
  /** @param scalar 0 to the group's order. Takes a time that tells of the scalar: not for secrets. */
  times(scalar: bigint): Point;
}

/** Prepares a point for many multiplications. */
export function multiplesOf(point: Point): Multiples {
  const table: Point[] = [];
  for (let place = point, digit = 0; digit < DIGITS; digit++) {
    let multiple = place;
    for (let n = 1; n <= HALF; n++) {
      table.push(multiple);
      if (n < HALF) multiple = multiple.add(place);
    }
    place = multiple.double();
  }

  return {
    times(scalar) {
      let sum = Point.ZERO;
      let rest = scalar;
      for (let row = 0; rest > 0n; row += HALF) {
        let digit = Number(rest % BigInt(BASE));
        rest /= BigInt(BASE);
        // Digits from -15 to 16 need half of the table: what is too much goes to the next digit.
        if (digit > HALF) {
          digit -= BASE;
          rest += 1n;
        }
        const multiple = table[row + Math.abs(digit) - 1];
        if (digit !== 0 && multiple) sum = sum.add(digit < 0 ? multiple.negate() : multiple);
      }
      return sum;
    },
  };
}
