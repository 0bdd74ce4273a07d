import { invertAll, modP, P, squareRoot } from './field.ts';

/** A point of secp256k1, y² = x³ + 7. `null`: the point at infinity. */
export interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

export const GENERATOR: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};

export function negatePoint({ x, y }: Point): Point {
  return { x, y: P - y };
}

/** The point with this x and parity of y; `null` if there is none. @param x less than P */
export function pointAt(x: bigint, isOdd: boolean): Point | null {
  const y = squareRoot(modP(modP(x * x) * x + 7n));
  if (y === null) return null;
  const point = { x, y };
  return ((y & 1n) === 1n) === isOdd ? point : negatePoint(point);
}

/**
 * Sums each row. All rows are added pair by pair at the same time, because then each step needs
 * only one inversion: an addition costs half as many multiplications as without inversions.
 */
export function sumRows(rows: readonly (readonly Point[])[]): (Point | null)[] {
  let rest = rows;
  while (rest.some(({ length }) => length > 1)) {
    const left = rest.flatMap((row) => row.slice(0, row.length >> 1));
    const right = rest.flatMap((row) => row.slice((row.length + 1) >> 1));
    const sums = addEach(left, right);
    let start = 0;
    rest = rest.map((row) => {
      const half = row.length >> 1;
      const halved = sums.slice(start, start + half).filter((sum) => sum !== null);
      start += half;
      return row.length % 2 === 1 ? [...halved, ...row.slice(half, half + 1)] : halved;
    });
  }
  return rest.map(([sum]) => sum ?? null);
}

/** Adds each point on the left to the one at the same place on the right. */
export function addEach(left: readonly Point[], right: readonly Point[]): (Point | null)[] {
  const runs = left.map((one, place) => runBetween(one, right[place] ?? one));
  const inverses = invertAll(runs, P, modP);
  return left.map((one, place) => {
    const other = right[place] ?? one;
    const isSame = one.x === other.x;
    if (isSame && one.y !== other.y) return null;
    const rise = isSame ? 3n * modP(one.x * one.x) : other.y - one.y;
    const slope = modP(rise * (inverses[place] ?? 1n));
    const x = modP(slope * slope - one.x - other.x);
    return { x, y: modP(slope * (one.x - x) - one.y) };
  });
}

/** The denominator of the slope of the line through two points; 1 if the line is vertical. */
function runBetween(one: Point, other: Point): bigint {
  if (one.x !== other.x) return other.x - one.x;
  // No point of the curve has y = 0.
  return one.y === other.y ? 2n * one.y : 1n;
}

/** The point doubled 0, `step`, 2 · `step` … times. */
export function doublings(point: Point, step: number, count: number): Point[] {
  // Jacobian coordinates, x = X / Z² and y = Y / Z³, because a doubling of only one point would
  // need an inversion of its own (the formula is "dbl-2009-l").
  let [x, y, z] = [point.x, point.y, 1n];
  const found = [{ x, y, z }];
  for (let times = 1; found.length < count; times++) {
    const a = modP(x * x);
    const b = modP(y * y);
    const d = modP((x * b) << 2n);
    const e = 3n * a;
    z = modP((y * z) << 1n);
    x = modP(e * e - (d << 1n));
    y = modP(e * (d - x) - ((b * b) << 3n));
    if (times % step === 0) found.push({ x, y, z });
  }
  const inverses = invertAll(
    found.map((each) => each.z),
    P,
    modP,
  );
  return found.map((each, place) => {
    const inverse = inverses[place] ?? 1n;
    const square = modP(inverse * inverse);
    return { x: modP(each.x * square), y: modP(each.y * modP(square * inverse)) };
  });
}
