import type { Decimal } from '@/lib/domain/prices/decimal.ts';

// Exact fractions for tests, reduced after each step. Uses nothing of the tested arithmetic.

export interface Fraction {
  plus: (other: Fraction) => Fraction;
  minus: (other: Fraction) => Fraction;
  times: (other: Fraction) => Fraction;
  over: (other: Fraction) => Fraction;
  absolute: () => Fraction;
  /** Negative, zero or positive. */
  compare: (other: Fraction) => number;
  readonly top: bigint;
  /** Positive. */
  readonly bottom: bigint;
}

export function fraction({ mantissa, expo }: Decimal): Fraction {
  const power = 10n ** BigInt(Math.abs(expo));
  return expo < 0 ? reduced(mantissa, power) : reduced(mantissa * power, 1n);
}

function reduced(a: bigint, b: bigint): Fraction {
  const divisor = commonDivisor(a < 0n ? -a : a, b < 0n ? -b : b);
  const sign = b < 0n ? -1n : 1n;
  const [top, bottom] = [(sign * a) / divisor, (sign * b) / divisor];
  return {
    top,
    bottom,
    plus: (other) => reduced(top * other.bottom + other.top * bottom, bottom * other.bottom),
    minus: (other) => reduced(top * other.bottom - other.top * bottom, bottom * other.bottom),
    times: (other) => reduced(top * other.top, bottom * other.bottom),
    over: (other) => reduced(top * other.bottom, bottom * other.top),
    absolute: () => reduced(top < 0n ? -top : top, bottom),
    compare: (other) => {
      const difference = top * other.bottom - other.top * bottom;
      return difference === 0n ? 0 : difference < 0n ? -1 : 1;
    },
  };
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [greater, lesser] = [a, b];
  while (lesser !== 0n) [greater, lesser] = [lesser, greater % lesser];
  return greater === 0n ? 1n : greater;
}
