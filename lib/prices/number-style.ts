/** How a locale writes numbers, learned once from Intl; figures keep Latin digits everywhere. */
export type NumberStyle = {
  readonly decimal: string;
  readonly group: string;
  /** Digits in the group before the point, and in each further one: 3 and 2 in en-IN. */
  readonly primary: number;
  readonly secondary: number;
  /** Fewest digits that are grouped at all: 5 in es, where 1234 stays whole. */
  readonly groupFrom: number;
};

const styles = new Map<string, NumberStyle>();
const percentSigns = new Map<string, { before: string; after: string }>();

/** The writing of `locale`; that of the browser where none is given or the tag is unknown. */
export function numberStyle(locale?: string): NumberStyle {
  return remember(styles, locale, learnStyle);
}

/** What stands before and after a percentage in `locale`. */
export function percentSign(locale?: string): { before: string; after: string } {
  return remember(percentSigns, locale, learnPercentSign);
}

/** `digits` with the locale's separators. */
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

function remember<T>(known: Map<string, T>, locale = '', learn: (locale: string) => T): T {
  const before = known.get(locale);
  if (before !== undefined) return before;
  const learned = learn(locale);
  known.set(locale, learned);
  return learned;
}

function learnStyle(locale: string): NumberStyle {
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

function learnPercentSign(locale: string): { before: string; after: string } {
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
    return new Intl.NumberFormat(locale === '' ? undefined : locale, latin);
  } catch {
    // A malformed tag, as some systems report `C` or `en_US`: their figures still have to show.
    return new Intl.NumberFormat(undefined, latin);
  }
}
