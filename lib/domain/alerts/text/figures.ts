import { t } from '../../../base/locale/t.ts';
import {
  addDecimals,
  compareDecimals,
  roundToExponent,
  subtractDecimals,
} from '../../prices/arithmetic.ts';
import { parseDecimal, type Decimal } from '../../prices/decimal.ts';
import { firstUncertainPlace, formatPrice, lastRowPlace } from '../../prices/format-price.ts';
import { percentSign } from '../../prices/number-style.ts';

/** Without trailing zeros, but with at least two decimals. */
export function exactNumber(number: Decimal): string {
  return formatPrice(withoutZeros(number), { digits: 'all' }).text;
}

/** What a price is compared with in the same sentence. */
export type Beside = { readonly level: Decimal } | { readonly price: Decimal };

/**
 * Formats a price with a row's digits, or more where rounding would make it look equal to what it
 * is compared with, or on its wrong side.
 */
export function priceText(price: Decimal, beside?: Beside): string {
  const place = beside ? placeBeside(price, beside) : lastRowPlace(price);
  return place === lastRowPlace(price)
    ? formatPrice(withoutZeros(price), { digits: 'row' }).text
    : exactNumber(roundToExponent(price, place));
}

/**
 * Formats a distance or a change. It shows no digits that the price's row lacks, and none below a
 * tenth of the confidence. A nonzero distance never looks like zero. @param amount ≥ 0
 */
export function amountText(amount: Decimal, price: Decimal, confidence?: Decimal): string {
  const lastCertain = Math.min(0, firstUncertainPlace(confidence) + 1);
  let place = Math.max(lastRowPlace(price), lastCertain);
  if (amount.mantissa !== 0n) {
    while (roundToExponent(amount, place).mantissa === 0n) place -= 1;
  }
  return exactNumber(roundToExponent(amount, place));
}

/** Rounded so that reaching the rounded limit suffices. */
export function limitText(limit: Decimal, side: 'above' | 'below'): string {
  const place = lastRowPlace(limit);
  const rounded = roundToExponent(limit, place);
  const order = compareDecimals(rounded, limit);
  const step = { mantissa: 1n, expo: place };
  if (side === 'below' && order > 0) return exactNumber(subtractDecimals(rounded, step));
  if (side === 'above' && order < 0) return exactNumber(addDecimals(rounded, step));
  return exactNumber(rounded);
}

/** With all its digits. */
export function numberText(text: string): string {
  const number = parseDecimal(text);
  return number ? exactNumber(number) : text;
}

/** Without a plus or minus sign. */
export function plainPercent(text: string): string {
  const { before, after } = percentSign();
  return before + numberText(text.replace(/^-/, '')) + after;
}

function placeBeside(price: Decimal, beside: Beside): number {
  const other = 'level' in beside ? beside.level : beside.price;
  const order = compareDecimals(price, other);
  const shownOther = (place: number): Decimal =>
    'level' in beside ? other : roundToExponent(other, place);
  const isRight = (place: number): boolean =>
    compareDecimals(roundToExponent(price, place), shownOther(place)) === order;
  // The two prices get the same place, whichever is formatted.
  let place = Math.min(lastRowPlace(price), 'level' in beside ? Infinity : lastRowPlace(other));
  const last = Math.min(price.expo, other.expo);
  while (place > last && !isRight(place)) place -= 1;
  return place;
}

function withoutZeros(number: Decimal): Decimal {
  let { mantissa, expo } = number;
  while (expo < -2 && mantissa % 10n === 0n) {
    mantissa /= 10n;
    expo += 1;
  }
  return { mantissa, expo };
}

/** `800.41 (1.02%)`. */
export function withPercent(amount: string, percent: string | null): string {
  return percent === null ? amount : t('price.withPercent', { amount, percent });
}
