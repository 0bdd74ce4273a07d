import { t } from '../../base/locale/t.ts';
import { parseDecimal } from './decimal.ts';
import { numberStyle } from './number-style.ts';

/** A plain decimal for {@link parseDecimal}, or why it is invalid. */
type TypedFigure = { readonly text: string } | { readonly reason: string };

const GROUPING_SPACES = /[\s'’]/g;
const SIGNED = /^([+\-−]?)(.*)$/;
const GROUPED = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/;

/**
 * Reads a number in the format of `locale`, or any other with only one meaning: `1.234.567`,
 * `1,234.5`, `0,75`. The reason for rejecting an ambiguous number shows both meanings.
 */
export function readTypedFigure(typed: string, locale?: string): TypedFigure {
  const [, sign = '', digits = ''] = SIGNED.exec(typed.replaceAll(GROUPING_SPACES, '')) ?? [];
  const { decimal } = numberStyle(locale);
  const read = readDigits(digits, decimal);
  if ('reason' in read) return read;
  const text = (sign === '+' ? '' : sign.replace('−', '-')) + read.text;
  return parseDecimal(text) ? { text } : notANumber(decimal);
}

/** Writes a plain decimal for {@link readTypedFigure}. No grouping. */
export function toTypedFigure(text: string, locale?: string): string {
  return text.replace('.', numberStyle(locale).decimal);
}

function readDigits(digits: string, decimal: string): TypedFigure {
  const marks = digits.replaceAll(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last === undefined) return { text: digits };
  const others = marks.slice(0, -1);
  if (others === '') return readOneMark(digits, last, decimal);
  // The last separator differs from the others, so it is the decimal separator.
  if (!others.includes(last)) return readGrouped(digits, digits.lastIndexOf(last), decimal);
  return new Set(marks).size === 1
    ? readGrouped(digits, digits.length, decimal)
    : notANumber(decimal);
}

function readOneMark(digits: string, mark: string, decimal: string): TypedFigure {
  const plain = digits.replace(mark, '.');
  const mayGroup = GROUPED.test(digits) && !digits.startsWith('0');
  if (mark === decimal || !mayGroup) return { text: plain };
  const whole = digits.replace(mark, '');
  const fraction = digits.replace(mark, decimal);
  return { reason: t('price.ambiguous', { typed: digits, whole, fraction }) };
}

function readGrouped(digits: string, end: number, decimal: string): TypedFigure {
  const whole = digits.slice(0, end);
  if (!GROUPED.test(whole)) return notANumber(decimal);
  const fraction = digits.slice(end + 1);
  return { text: whole.replaceAll(/[.,]/g, '') + (fraction === '' ? '' : `.${fraction}`) };
}

function notANumber(decimal: string): TypedFigure {
  return { reason: t('price.notANumber', { whole: '65000', fraction: `0${decimal}5` }) };
}
