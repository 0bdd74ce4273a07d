import type { Currency } from '../currency/currencies.ts';
import { t } from '../../base/locale/t.ts';
import {
  absoluteRational,
  invert,
  multiply,
  roundHalfEven,
  toRational,
  type Rational,
} from '../currency/rational.ts';
import { magnitude, roundToExponent } from '../prices/arithmetic.ts';
import { parseDecimal, toShortDecimalString } from '../prices/decimal.ts';
import type { Holding } from './holding.ts';
import { readTypedFigure } from '../prices/typed-figure.ts';
import { FIGURE } from '../../base/limits.ts';

const DECIMALS = 18;
// Fewer than are stored, so that the rounding of the last one does not show.
const CERTAIN_DIGITS = 16;
const ONE_UNIT = { mantissa: 1n, expo: 0 };

/** A holding as the user types it. */
export interface HoldingDraft {
  quantity: string;
  /** Empty: unknown. */
  paid: string;
  /** Whether it is what all units cost together. */
  isTotal: boolean;
  currency: Currency;
}

/** Messages for the user. */
export type HoldingProblems = Readonly<Record<'quantity' | 'paid', string | null>>;

type ReadHolding = { readonly holding: Holding } | { readonly problems: HoldingProblems };

/** Reads numbers in the user's format, exactly. */
export function readHolding({ quantity, paid, isTotal, currency }: HoldingDraft): ReadHolding {
  const units = readQuantity(quantity);
  const typed = paid.trim() === '' ? null : readQuantity(paid);
  const cost =
    isTotal && isUsable(units) && typed && 'text' in typed
      ? toFigure(perUnitOf(typed.text, units.text))
      : typed;
  if (isUsable(units) && (cost === null || 'text' in cost)) {
    return {
      holding: { quantity: units.text, cost: cost && { perUnit: cost.text, currency } },
    };
  }
  return { problems: { quantity: quantityProblem(units), paid: cost && problemOf(cost) } };
}

/** What one unit cost, in plain decimal text, rounded to the decimals that are stored. */
function perUnitOf(total: string, quantity: string): string {
  const rate = invert(absoluteRational(figure(quantity)));
  return toShortDecimalString(roundHalfEven(multiply(figure(total), rate), -DECIMALS));
}

/** What all units cost, so that a third of 100 and three of them make 100. */
export function totalOf(perUnit: string, quantity: string): string {
  const product = multiply(figure(perUnit), absoluteRational(figure(quantity)));
  const exact = roundHalfEven(product, -2 * DECIMALS);
  return toShortDecimalString(
    roundToExponent(exact, Math.max(-DECIMALS, magnitude(exact) + 1 - CERTAIN_DIGITS)),
  );
}

function figure(text: string): Rational {
  return toRational(parseDecimal(text) ?? ONE_UNIT);
}

function isUsable(units: ReadFigure): units is { text: string } {
  return 'text' in units && parseDecimal(units.text)?.mantissa !== 0n;
}

function quantityProblem(units: ReadFigure): string | null {
  return 'text' in units && !isUsable(units) ? t('holding.problem.zero') : problemOf(units);
}

function problemOf(read: ReadFigure): string | null {
  if ('reason' in read) return read.reason;
  return 'problem' in read ? t('holding.problem.tooLong') : null;
}

/** Plain decimal text, or a problem. At most 18 decimals and 40 digits before them. */
type ReadFigure =
  | { readonly text: string }
  | { readonly reason: string }
  | { readonly problem: 'too-long' };

/** Reads a number in the format of `locale`, exactly. */
export function readQuantity(typed: string, locale?: string): ReadFigure {
  const read = readTypedFigure(typed, locale);
  if ('reason' in read) return read;
  const number = parseDecimal(read.text);
  return toFigure(number === null ? '' : toShortDecimalString(number));
}

function toFigure(text: string): ReadFigure {
  return FIGURE.test(text) ? { text } : { problem: 'too-long' };
}
