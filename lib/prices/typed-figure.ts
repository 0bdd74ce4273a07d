import { parseDecimal } from './decimal.ts';
import { numberStyle } from './number-style.ts';

/** What a person typed: a plain decimal for {@link parseDecimal}, or why it is none, in words. */
export type TypedFigure = { readonly text: string } | { readonly reason: string };

const GROUPING_SPACES = /[\s'’]/g;
const SIGNED = /^([+\-−]?)(.*)$/;
const GROUPED = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/;
const NOT_A_NUMBER = 'Write a number such as 65000 or 0.5.';

/**
 * Reads a figure with the point or comma of `locale`, and with any other writing that has one
 * meaning only: `1.234.567`, `1,234.5`, `0,75`. What could be two figures, such as `65,000` where
 * the point marks decimals, is refused with both of them.
 */
export function readTypedFigure(typed: string, locale?: string): TypedFigure {
  const [, sign = '', digits = ''] = SIGNED.exec(typed.replaceAll(GROUPING_SPACES, '')) ?? [];
  const read = readDigits(digits, numberStyle(locale).decimal);
  if ('reason' in read) return read;
  const text = (sign === '+' ? '' : sign.replace('−', '-')) + read.text;
  return parseDecimal(text) ? { text } : { reason: NOT_A_NUMBER };
}

/** A plain decimal as {@link readTypedFigure} reads it back in `locale`, without grouping. */
export function toTypedFigure(text: string, locale?: string): string {
  return text.replace('.', numberStyle(locale).decimal);
}

function readDigits(digits: string, decimal: string): TypedFigure {
  const marks = digits.replaceAll(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last === undefined) return { text: digits };
  const others = marks.slice(0, -1);
  if (others === '') return readOneMark(digits, last, decimal);
  // The last one differs and stands once: it marks the decimals, the others group.
  if (!others.includes(last)) return readGrouped(digits, digits.lastIndexOf(last));
  return new Set(marks).size === 1 ? readGrouped(digits, digits.length) : { reason: NOT_A_NUMBER };
}

function readOneMark(digits: string, mark: string, decimal: string): TypedFigure {
  const plain = digits.replace(mark, '.');
  const mayGroup = GROUPED.test(digits) && !digits.startsWith('0');
  if (mark === decimal || !mayGroup) return { text: plain };
  const whole = digits.replace(mark, '');
  const fraction = digits.replace(mark, decimal);
  return { reason: `“${digits}” may mean ${whole} or ${fraction}: write it as one of these.` };
}

function readGrouped(digits: string, end: number): TypedFigure {
  const whole = digits.slice(0, end);
  if (!GROUPED.test(whole)) return { reason: NOT_A_NUMBER };
  const fraction = digits.slice(end + 1);
  return { text: whole.replaceAll(/[.,]/g, '') + (fraction === '' ? '' : `.${fraction}`) };
}
