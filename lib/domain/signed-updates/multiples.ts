import { Point } from '@noble/secp256k1';

// Digits of five bits. The table has 52 × 16 points, takes about 170 kB, and is made in 7 ms. A
// multiplication needs at most 52 additions; double-and-add needs 384.
const BITS = 5;
const DIGITS = Math.ceil(257 / BITS);
const BASE = 1 << BITS;
const HALF = BASE / 2;

/** Multiplies a point by adding precalculated multiples. */
export interface Multiples {
  /** Not constant-time; do not use with secrets. @param scalar from 0 to the order of the group */
  times(scalar: bigint): Point;
}

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
        // Digits from -15 to 16 halve the table. A larger digit carries 1.
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
