import * as fc from 'fast-check';
import { parseDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { powerOfTen } from '@/lib/domain/prices/arithmetic.ts';

/** Creates a decimal. With an exponent, `figure('1.5', -8)` has eight decimals. */
export function figure(text: string, expo?: number): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === null) throw new TypeError(`not a decimal: ${text}`);
  if (expo === undefined) return parsed;
  return expo <= parsed.expo
    ? { mantissa: parsed.mantissa * powerOfTen(parsed.expo - expo), expo }
    : { mantissa: parsed.mantissa / powerOfTen(expo - parsed.expo), expo };
}

/** Any decimal, half of them with an ordinary size and half with an extreme one. */
export const anyFigure: fc.Arbitrary<Decimal> = fc.record({
  mantissa: fc.oneof(
    fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
    // Around powers of ten, where rounding carries into a new digit.
    fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.bigInt({ min: -60n, max: 60n }))
      .map(([power, near]) => 10n ** BigInt(power) + near),
  ),
  expo: fc.oneof(fc.integer({ min: -12, max: 3 }), fc.integer({ min: -400, max: 400 })),
});
