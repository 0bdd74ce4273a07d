import { expect, it } from 'vitest';
import { squareRootUp } from '@/lib/domain/currency/rational.ts';

it.each([
  [4n, 1n, 0, 2n],
  [401n, 100n, 0, 3n],
  [4_000_001n, 1_000_000n, -1, 21n],
  [1n, 1_000_000n, 0, 1n],
  [9n, 1n, -2, 300n],
  [90_001n, 1n, 2, 4n],
  [90_000n, 1n, 2, 3n],
  [0n, 1n, -3, 0n],
])(
  'the root of %d/%d at 10^%d is never less than exact: %d',
  (numerator, denominator, expo, root) => {
    expect(squareRootUp({ numerator, denominator }, expo)).toEqual({ mantissa: root, expo });
  },
);
