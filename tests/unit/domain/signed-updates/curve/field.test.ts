import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  invertModulo,
  invertAll,
  mod,
  modP,
  ORDER,
  P,
  squareRoot,
} from '@/lib/domain/signed-updates/curve/field.ts';

it.each([0n, 1n, P - 1n, P, P + 1n, 2n ** 512n - 1n])('%d and its negative modulo P', (value) => {
  expect(modP(value)).toBe(value % P);
  expect(modP(-value)).toBe(mod(-value, P));
  expect((modP(value) + modP(-value)) % P).toBe(0n);
});

describe.each([
  ['P', P],
  ['the order', ORDER],
])('inverses modulo %s', (_, prime) => {
  const reduce = (value: bigint) => mod(value, prime);

  it.each([1n, 2n, 3n, prime - 1n, prime - 2n, prime / 2n])('are exact: %d', (value) => {
    expect((invertModulo(value, prime) * value) % prime).toBe(1n);
  });

  it('are exact for values of every length', () => {
    const values = fc.nat(255).chain((bits) => fc.bigInt({ min: 1n, max: 2n ** BigInt(bits) }));
    fc.assert(
      fc.property(values, (value) => {
        const inverse = invertModulo(value, prime);
        expect([inverse > 0n, inverse < prime]).toEqual([true, true]);
        expect((inverse * value) % prime).toBe(1n);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of several values are those of each', () => {
    const values = fc.bigInt({ min: 1n, max: prime - 1n });
    fc.assert(
      fc.property(fc.array(values), (all) => {
        expect(invertAll(all, prime, reduce)).toEqual(
          all.map((value) => invertModulo(value, prime)),
        );
        expect(
          invertAll(
            all.map((value) => value - prime),
            prime,
            reduce,
          ),
        ).toEqual(all.map((value) => invertModulo(value, prime)));
      }),
    );
  });
});

it('a square root exists only for squares', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: P - 1n }), (value) => {
      const square = (value * value) % P;
      expect([value, P - value]).toContain(squareRoot(square));
      // -1 is not a square modulo P.
      expect(squareRoot(P - square)).toBe(null);
    }),
    { numRuns: 30 },
  );
  expect(squareRoot(0n)).toBe(0n);
});
