import { t } from '../../base/locale/t.ts';
import { withoutInvisible } from '../../base/text/plain-text.ts';
import { MAX_DIGITS, parseDecimal, toShortDecimalString } from './decimal.ts';
import { numberStyle, type NumberStyle } from './number-style.ts';

/** A plain decimal for {@link parseDecimal}, or why it is invalid. */
type TypedFigure = { readonly text: string } | { readonly reason: string };

const SIGNED = /^([+-]?)(.*)$/s;
const GROUPED = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/;
const SPACES_AND_APOSTROPHES = /[\s'’ʼ]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
/** Fractions and circled or raised digits, which NFKC would turn into digits of their own. */
const OTHER_NUMBERS = /\p{No}/u;
const DIGIT = /\p{Nd}/u;
const WITH_SUFFIX = /^(.*[\d.,])(\p{L}{1,2})$/su;

/** Powers of ten. */
const SUFFIXES: ReadonlyMap<string, number> = new Map([
  ['k', 3],
  ['m', 6],
  ['b', 9],
  ['bn', 9],
  ['万', 4],
  ['萬', 4],
  ['만', 4],
  ['億', 8],
  ['亿', 8],
  ['억', 8],
]);

/**
 * Reads a number in the format of `locale`, or any other with only one meaning: `1.234.567`,
 * `1,234.5`, `0,75`, `82.5k`. Digits of every script are read, with the Arabic separators. The
 * reason for rejecting an ambiguous number shows both meanings.
 */
export function readTypedFigure(typed: string, locale?: string): TypedFigure {
  const style = numberStyle(locale);
  if (typed.length > 4 * MAX_DIGITS || OTHER_NUMBERS.test(typed)) return notANumber(style);
  const { plain, suffix } = splitSuffix(toAscii(typed));
  const [, sign = '', digits = ''] = SIGNED.exec(plain) ?? [];
  const read = readDigits(digits, style);
  if ('reason' in read) return read;
  const number = parseDecimal((sign === '-' ? sign : '') + read.text);
  if (number === null) return notANumber(style);
  if (suffix === '') return { text: (sign === '-' ? sign : '') + read.text };
  const power = SUFFIXES.get(suffix) ?? 0;
  return { text: toShortDecimalString({ ...number, expo: number.expo + power }) };
}

/** Writes a plain decimal for {@link readTypedFigure}. No grouping. */
export function toTypedFigure(text: string, locale?: string): string {
  return text.replace('.', numberStyle(locale).decimal);
}

/** The same number with ASCII digits, `.` and `,`, without spaces and invisible characters. */
function toAscii(typed: string): string {
  const narrow = withoutInvisible(typed)
    .normalize('NFKC')
    .replaceAll(SPACES_AND_APOSTROPHES, '')
    .replaceAll(DASHES, '-')
    .replaceAll('。', '.')
    .replaceAll(/[、،]/g, ',');
  return withAsciiSeparators(Array.from(narrow, toAsciiDigit).join(''));
}

/** The Arabic separators have only one meaning each, whatever the locale's are. */
function withAsciiSeparators(text: string): string {
  if (!/[٫٬]/.test(text)) return text;
  const [whole = '', ...fractions] = text.split('٫');
  const hasOthers = /[.,]/.test(text) || fractions.length > 1 || fractions[0]?.includes('٬');
  if (hasOthers || (whole.includes('٬') && !isGrouped(whole.replace(/^[+-]/, '')))) return '';
  return [whole.replaceAll('٬', ''), ...fractions].join('.');
}

function isGrouped(whole: string): boolean {
  return GROUPED.test(whole.replaceAll('٬', ','));
}

/** Unicode encodes the ten digits of each script in order. */
function toAsciiDigit(character: string): string {
  if (!DIGIT.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

function splitSuffix(text: string): { plain: string; suffix: string } {
  const [, plain = '', letters = ''] = WITH_SUFFIX.exec(text) ?? [];
  const suffix = letters.toLowerCase();
  return SUFFIXES.has(suffix) ? { plain, suffix } : { plain: text, suffix: '' };
}

function readDigits(digits: string, style: NumberStyle): TypedFigure {
  const marks = digits.replaceAll(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last === undefined) return { text: digits };
  const others = marks.slice(0, -1);
  if (others === '') return readOneMark(digits, last, style);
  // The last separator differs from the others, so it is the decimal separator.
  if (!others.includes(last)) return readGrouped(digits, digits.lastIndexOf(last), style);
  return new Set(marks).size === 1 ? readGrouped(digits, digits.length, style) : notANumber(style);
}

function readOneMark(digits: string, mark: string, { decimal, group }: NumberStyle): TypedFigure {
  const plain = digits.replace(mark, '.');
  const mayGroup = GROUPED.test(digits) && !digits.startsWith('0');
  if (mark === decimal || !mayGroup) return { text: plain };
  const whole = digits.replace(mark, '');
  if (mark === group) return { text: whole };
  const fraction = digits.replace(mark, decimal);
  return { reason: t('price.ambiguous', { typed: digits, whole, fraction }) };
}

function readGrouped(digits: string, end: number, style: NumberStyle): TypedFigure {
  const whole = digits.slice(0, end);
  if (!GROUPED.test(whole)) return notANumber(style);
  const fraction = digits.slice(end + 1);
  return { text: whole.replaceAll(/[.,]/g, '') + (fraction === '' ? '' : `.${fraction}`) };
}

function notANumber({ decimal }: NumberStyle): TypedFigure {
  return { reason: t('price.notANumber', { whole: '65000', fraction: `0${decimal}5` }) };
}
