import { Point as LibraryPoint } from '@noble/secp256k1';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER, P } from '@/lib/domain/signed-updates/curve/field.ts';
import { multiplesOf } from '@/lib/domain/signed-updates/curve/multiples.ts';
import {
  addEach,
  doublings,
  GENERATOR,
  negatePoint,
  pointAt,
  sumRows,
  type Point,
} from '@/lib/domain/signed-updates/curve/points.ts';

const scalars = fc.bigInt({ min: 1n, max: ORDER - 1n });

/** As the library calculates it. */
function times(scalar: bigint): Point {
  return fromLibrary(LibraryPoint.BASE.multiplyUnsafe(scalar))!;
}

function fromLibrary(point: LibraryPoint): Point | null {
  return point.is0() ? null : point.toAffine();
}

function sumByLibrary(points: readonly Point[]): Point | null {
  let sum = LibraryPoint.ZERO;
  for (const point of points) sum = sum.add(LibraryPoint.fromAffine(point));
  return fromLibrary(sum);
}

it('has the curve of the library', () => {
  const { p, n, Gx, Gy } = LibraryPoint.CURVE();
  expect([P, ORDER, GENERATOR]).toEqual([p, n, { x: Gx, y: Gy }]);
});

describe('a sum', () => {
  const [one, other] = [times(3n), times(5n)];

  it.each([
    ['no points', []],
    ['one point', [one]],
    ['different points', [one, other]],
    ['a point and itself', [one, one]],
    ['a point and its negative', [one, negatePoint(one)]],
    ['a point, its negative and another one', [one, negatePoint(one), other]],
    ['points whose first sums are equal', [times(1n), times(4n), times(2n), times(3n)]],
    ['points whose first sums are opposite', [one, negatePoint(other), other, negatePoint(one)]],
    ['a row of one point', Array.from({ length: 11 }, () => other)],
  ])('of %s is that of the library', (_, points) => {
    expect(sumRows([points])).toEqual([sumByLibrary(points)]);
  });

  it('of rows with any small multiples is that of the library', () => {
    // Small, so that equal and opposite points meet.
    const point = fc.integer({ min: 1, max: 4 }).map((scalar) => times(BigInt(scalar)));
    const signed = fc.tuple(point, fc.boolean()).map(([at, isOpposite]) => {
      return isOpposite ? negatePoint(at) : at;
    });
    const rows = fc.array(fc.array(signed, { maxLength: 9 }), { maxLength: 4 });
    fc.assert(
      fc.property(rows, (points) => {
        expect(sumRows(points)).toEqual(points.map(sumByLibrary));
      }),
    );
  });
});

it('additions are those of the library', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(scalars, scalars), { maxLength: 5 }), (pairs) => {
      const left = pairs.map(([scalar]) => times(scalar));
      const right = pairs.map(([, scalar]) => times(scalar));
      expect(addEach(left, right)).toEqual(left.map((at, i) => sumByLibrary([at, right[i]!])));
    }),
    { numRuns: 30 },
  );
});

it('doublings are those of the library', () => {
  const point = times(0xdecafn);
  const found = doublings(point, 3, 86);
  expect(found).toHaveLength(86);
  for (const [place, at] of found.entries()) {
    expect(at).toEqual(times((0xdecafn * 2n ** BigInt(3 * place)) % ORDER));
  }
});

describe('multiples', () => {
  const edges = [
    0n,
    1n,
    2n,
    31n,
    32n,
    33n,
    63n,
    64n,
    65n,
    2n ** 128n - 1n,
    2n ** 255n,
    ORDER / 2n,
    ORDER - 33n,
    ORDER - 32n,
    ORDER - 2n,
    ORDER - 1n,
  ];
  const base = 0xc0ffeen;

  it.each([2, 6])('with digits of %d bits are those of the library', (bits) => {
    const multiples = multiplesOf(times(base), bits);
    const check = (scalar: bigint): void => {
      const expected = fromLibrary(LibraryPoint.BASE.multiplyUnsafe((base * scalar) % ORDER));
      expect(sumRows([multiples.termsOf(scalar)])).toEqual([expected]);
    };
    for (const scalar of edges) check(scalar);
    fc.assert(fc.property(scalars, check), { numRuns: 100 });
  });
});

describe('the point at an x', () => {
  it('has the wanted parity', () => {
    fc.assert(
      fc.property(scalars, (scalar) => {
        const point = times(scalar);
        const isOdd = (point.y & 1n) === 1n;
        expect(pointAt(point.x, isOdd)).toEqual(point);
        expect(pointAt(point.x, !isOdd)).toEqual(negatePoint(point));
      }),
      { numRuns: 30 },
    );
  });

  // 5 is the least x without a point.
  it.each([0n, 5n, P - 1n])('exists only on the curve: %d', (x) => {
    const y2 = (x ** 3n + 7n) % P;
    const point = pointAt(x, false);
    if (point) expect((point.y * point.y) % P).toBe(y2);
    else expect(powerOf(y2, (P - 1n) / 2n)).toBe(P - 1n);
  });
});

/** Euler's criterion: P - 1 for a number without a square root. */
function powerOf(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  const half = powerOf((base * base) % P, exponent / 2n);
  return exponent % 2n === 1n ? (half * base) % P : half;
}
