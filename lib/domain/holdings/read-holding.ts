import type { Currency } from '../currency/currencies.ts';
import { t } from '../../base/locale/t.ts';
import { parseDecimal } from '../prices/decimal.ts';
import type { Holding } from './holding.ts';
import { readFigure, type ReadFigure } from './read-figure.ts';

/** A holding as the user types it. */
export interface HoldingDraft {
  quantity: string;
  /** Empty: unknown. */
  perUnit: string;
  currency: Currency;
}

/** Why a field cannot be used, as text for the user; `null` if it can. */
export type HoldingProblems = Readonly<Record<'quantity' | 'perUnit', string | null>>;

export type ReadHolding = { readonly holding: Holding } | { readonly problems: HoldingProblems };

/** Reads the numbers in the user's format, exactly. */
export function readHolding({ quantity, perUnit, currency }: HoldingDraft): ReadHolding {
  const units = readFigure(quantity);
  const cost = perUnit.trim() === '' ? null : readFigure(perUnit);
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
