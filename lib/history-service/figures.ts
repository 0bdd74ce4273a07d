/** `mantissa` × 10^`expo`, without trailing zeros in the mantissa. */
export interface ExactNumber {
  readonly mantissa: bigint;
  readonly expo: number;
}

/**
 * Digits before and after the point. Bars share one exponent, so an absurd number would make all of
 * them long.
 */
export const MAX_PLACES = 40;

/** Precomputed, because computing a power takes longer than the rest of reading a number. */
const POWERS = Array.from({ length: 2 * MAX_PLACES + 1 }, (_, power) => 10n ** BigInt(power));

const LONGEST_TEXT = 100;
const FIGURE = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,5}))?$/;

/**
 * Reads a JSON number: `86500.10`, `1.2e-7`. `null` for other text and for more than {@link
 * MAX_PLACES} digits before or after the point, such as `1e999`.
 */
export function readExactNumber(text: unknown): ExactNumber | null {
  if (typeof text !== 'string' || text.length > LONGEST_TEXT) return null;
  const [, sign, whole, fraction = '', power = '0'] = FIGURE.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return { mantissa: 0n, expo: 0 };
  const expo = Number(power) - fraction.length + digits.length - significant.length;
  if (expo < -MAX_PLACES || significant.length + expo > MAX_PLACES) return null;
  return { mantissa: BigInt(sign + significant), expo };
}

/** The mantissa at an exponent from -{@link MAX_PLACES} to the number's own exponent. */
export function mantissaAt({ mantissa, expo }: ExactNumber, commonExpo: number): bigint {
  return expo === commonExpo ? mantissa : mantissa * (POWERS[expo - commonExpo] ?? 0n);
}

/** Larger times are not in seconds: this is the year 5138. */
const FIRST_MILLISECONDS = 100_000_000_000n;
const UNITS_PER_SECOND = [1n, 1_000n, 1_000_000n, 1_000_000_000n];

/**
 * Reads a whole number of seconds, milliseconds, microseconds or nanoseconds; `null` for other text
 * and for other times.
 */
export function readUnixSeconds(text: unknown): number | null {
  const figure = readExactNumber(text);
  if (figure === null || figure.expo < 0 || figure.mantissa < 0n) return null;
  const time = mantissaAt(figure, 0);
  const unit = UNITS_PER_SECOND.find((each) => time / each < FIRST_MILLISECONDS);
  return unit === undefined ? null : Number(time / unit);
}
