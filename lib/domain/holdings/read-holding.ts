import type { Currency } from '../currency/currencies.ts';
import { t } from '../../base/locale/t.ts';
import { parseDecimal, toShortDecimalString } from '../prices/decimal.ts';
import type { Holding } from './holding.ts';
import { readTypedFigure } from '../prices/typed-figure.ts';
import { FIGURE } from '../../base/limits.ts';

/** A holding as the user types it. */
export interface HoldingDraft {
  quantity: string;
  /** Empty: unknown. */
  perUnit: string;
  currency: Currency;
}

/** Messages for the user. */
export type HoldingProblems = Readonly<Record<'quantity' | 'perUnit', string | null>>;

type ReadHolding = { readonly holding: Holding } | { readonly problems: HoldingProblems };

/** Reads numbers in the user's format, exactly. */
export function readHolding({ quantity, perUnit, currency }: HoldingDraft): ReadHolding {
  const units = readQuantity(quantity);
  const cost = perUnit.trim() === '' ? null : readQuantity(perUnit);
  if (isUsable(units) && (cost === null || 'text' in cost)) {
    return {
      holding: { quantity: units.text, cost: cost && { perUnit: cost.text, currency } },
    };
  }
  return { problems: { quantity: quantityProblem(units), perUnit: cost && problemOf(cost) } };
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
  const text = number === null ? '' : toShortDecimalString(number);
  return FIGURE.test(text) ? { text } : { problem: 'too-long' };
}
