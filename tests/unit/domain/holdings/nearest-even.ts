import { fraction, type Fraction } from '../currency/fraction.ts';

/** The multiple of 10^`place` that is nearest, as a count; of two, the even one. */
export function nearestEven(exact: Fraction, place: number): bigint {
  const scaled = exact.over(fraction({ mantissa: 1n, expo: place }));
  const { top, bottom } = scaled;
  const below = top / bottom - (top % bottom < 0n ? 1n : 0n);
  const rest = scaled.minus(fraction({ mantissa: below, expo: 0 }));
  const order = rest.compare(fraction({ mantissa: 5n, expo: -1 }));
  if (order === 0) return below % 2n === 0n ? below : below + 1n;
  return order < 0 ? below : below + 1n;
}
