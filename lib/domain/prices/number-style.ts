import { formatLocale } from '../../base/locale/language.ts';

/** According to Intl. The digits are Latin in every locale. */
export type NumberStyle = {
  readonly decimal: string;
  readonly group: string;
  /** Digits in the group before the point: 3 in en-IN. */
  readonly primary: number;
  /** Digits in each further group: 2 in en-IN. */
  readonly secondary: number;
  /** Numbers with fewer digits are not grouped: 5 in es, which writes 1234. */
  readonly groupFrom: number;
};

const styles = new Map<string, NumberStyle>();
const percentSigns = new Map<string, { before: string; after: string }>();

/** Falls back to the user's language. */
export function numberStyle(locale?: string): NumberStyle {
  return cached(styles, locale, readStyle);
}

/** The texts before and after a percentage. */
export function percentSign(locale?: string): { before: string; after: string } {
  return cached(percentSigns, locale, readPercentSign);
}

export function groupDigits(digits: string, style: NumberStyle): string {
  if (digits.length < style.groupFrom) return digits;
  let end = digits.length - style.primary;
  let grouped = digits.slice(end);
  while (end > 0) {
    const start = Math.max(0, end - style.secondary);
    grouped = digits.slice(start, end) + style.group + grouped;
    end = start;
  }
  return grouped;
}

function cached<T>(cache: Map<string, T>, locale = '', read: (locale: string) => T): T {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const value = read(locale);
  cache.set(locale, value);
  return value;
}

function readStyle(locale: string): NumberStyle {
  const format = numberFormat(locale, {});
  const parts = format.formatToParts(123_456_789.5);
  const runs = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length);
  const group = parts.find(({ type }) => type === 'group')?.value ?? '';
  const primary = runs.at(-1) ?? 3;
  const groupsFour = format.formatToParts(1234).some(({ type }) => type === 'group');
  return {
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    group,
    primary,
    secondary: runs.at(-2) ?? primary,
    groupFrom: group === '' ? Infinity : primary + (groupsFour ? 1 : 2),
  };
}

function readPercentSign(locale: string): { before: string; after: string } {
  const parts = numberFormat(locale, { style: 'percent' }).formatToParts(0);
  const at = parts.findIndex(({ type }) => type === 'integer');
  return { before: textOf(parts.slice(0, at)), after: textOf(parts.slice(at + 1)) };
}

function textOf(parts: Intl.NumberFormatPart[]): string {
  return parts.map(({ value }) => value).join('');
}

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const latin = { ...options, numberingSystem: 'latn' };
  try {
    return new Intl.NumberFormat(locale === '' ? formatLocale() : locale, latin);
  } catch {
    // Some systems report malformed tags such as `C` or `en_US`.
    return new Intl.NumberFormat(formatLocale(), latin);
  }
}
