/* Arithmetic modulo a prime. Not constant-time; do not use with secrets. */

/** The field's prime (SEC 2, 2.4.1): coordinates are from 0 to P - 1. */
export const P = 2n ** 256n - 0x1000003d1n;

/** The prime order of the curve's group. */
export const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The least non-negative remainder. */
export function mod(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** Chromium divides as fast as it multiplies, so there is nothing to gain from the form of P. */
export function modP(value: bigint): bigint {
  return mod(value, P);
}

/** The extended Euclidean algorithm. @param value from 1 to `prime` - 1 */
export function invertModulo(value: bigint, prime: bigint): bigint {
  let [a, b, x, y] = [value, prime, 1n, 0n];
  while (a !== 1n) {
    const [i, j, k, l] = firstSteps(b, a);
    [a, b, x, y] = [k * b + l * a, i * b + j * a, k * y + l * x, i * y + j * x];
  }
  return mod(x, prime);
}

/**
 * The next steps as one matrix (Lehmer's algorithm): a dozen of them cost no more than one with
 * large numbers.
 */
function firstSteps(b: bigint, a: bigint): [bigint, bigint, bigint, bigint] {
  const cut = BigInt(Math.max(0, 4 * b.toString(16).length - 48));
  let [high, low, i, j, k, l] = [Number(b >> cut), Number(a >> cut), 1, 0, 0, 1];
  // A step counts if its quotient doesn't depend on the digits that are cut off.
  while (low + k > 0 && low + l > 0) {
    const quotient = Math.floor((high + i) / (low + k));
    if (quotient !== Math.floor((high + j) / (low + l))) break;
    [high, low, i, k] = [low, high - quotient * low, k, i - quotient * k];
    [j, l] = [l, j - quotient * l];
  }
  return j === 0 ? [0n, 1n, 1n, -(b / a)] : [BigInt(i), BigInt(j), BigInt(k), BigInt(l)];
}

/** Inverts all values with one inversion. @param values no multiples of `prime` */
export function invertAll(
  values: readonly bigint[],
  prime: bigint,
  reduce: (product: bigint) => bigint,
): bigint[] {
  const products: bigint[] = [];
  let product = 1n;
  for (const value of values) {
    products.push(product);
    product = reduce(product * value);
  }
  let inverse = invertModulo(product, prime);
  for (let place = values.length - 1; place >= 0; place--) {
    const value = values[place] ?? 1n;
    products[place] = reduce(inverse * (products[place] ?? 1n));
    inverse = reduce(inverse * value);
  }
  return products;
}

/** A square root modulo P; `null` if there is none. */
export function squareRoot(square: bigint): bigint | null {
  let root = 1n;
  let power = square;
  for (let exponent = (P + 1n) / 4n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) root = modP(root * power);
    power = modP(power * power);
  }
  return modP(root * root) === square ? root : null;
}
