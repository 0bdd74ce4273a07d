import { addEach, doublings, negatePoint, type Point } from './points.ts';

const SCALAR_BITS = 257;

/** Multiples of one point, so that a multiplication is a sum of few points. */
export interface Multiples {
  /** Points whose sum is the product. @param scalar from 0 to the order of the group */
  termsOf: (scalar: bigint) => Point[];
}

/**
 * @param bits per digit of a scalar. With 6, the table has 43 × 32 points, takes about 150 kB and
 *   2 ms, and a multiplication needs 43 points
 */
export function multiplesOf(point: Point, bits: number): Multiples {
  const half = 2 ** (bits - 1);
  // For each digit, the point times 1, 2, … half times the digit's place value.
  const bases = doublings(point, bits, Math.ceil(SCALAR_BITS / bits));
  const table = [bases];
  for (let last = bases; table.length < half; table.push(last)) {
    // Never infinity: the order of the group is prime.
    last = addEach(last, bases).filter((sum) => sum !== null);
  }

  return {
    termsOf(scalar) {
      const terms: Point[] = [];
      let rest = scalar;
      for (let place = 0; rest > 0n; place++) {
        let digit = Number(BigInt.asUintN(bits, rest));
        rest >>= BigInt(bits);
        // Negative digits halve the table. Such a digit carries 1.
        if (digit > half) {
          digit -= 2 * half;
          rest += 1n;
        }
        const multiple = table[Math.abs(digit) - 1]?.[place];
        if (multiple) terms.push(digit < 0 ? negatePoint(multiple) : multiple);
      }
      return terms;
    },
  };
}
