import { formatLocale, messageLanguage } from './language.ts';

/** Digits are Latin in every locale, as in prices. */
export const numberFormat = onceEach(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(formatLocale(), latin(options)),
);

/** Uses the user's time zone unless the options name a time zone. */
export const dateFormat = onceEach(
  (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(formatLocale(), latin(options)),
);

const durationFormat = onceEach(
  (options: Intl.DurationFormatOptions) => new Intl.DurationFormat(formatLocale(), latin(options)),
);

/** `in 5 minutes`. */
export const relativeTimeFormat = onceEach(
  (options: Intl.RelativeTimeFormatOptions) =>
    new Intl.RelativeTimeFormat(formatLocale(), latin(options)),
);

const listFormat = onceEach(
  (options: Intl.ListFormatOptions) => new Intl.ListFormat(formatLocale(), options),
);

const collator = onceEach(
  (options: Intl.CollatorOptions) => new Intl.Collator(formatLocale(), options),
);

const displayNames = onceEach(
  (options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(formatLocale(), options),
);

const pluralRules = onceEach(
  (options: Intl.PluralRulesOptions) => new Intl.PluralRules(messageLanguage(), options),
);

/** Puts or removes the space before a unit, as the messages do: not at all in Japanese (`5秒`), but in Chinese (`5 秒`). */
export function spaceUnit(text: string): string {
  const language = messageLanguage();
  if (language === 'ja') return text.replace(/(?<=\d)\s(?=\p{sc=Han})/u, '');
  return language === 'zh-CN' ? text.replace(/(?<=\d)(?=\p{sc=Han})/u, '\u00a0') : text;
}

/** `{ minutes: 5 }` is `5 min` in style `short`. */
export function formatUnit(
  duration: Partial<Record<Intl.DurationFormatUnit, number>>,
  style: 'short' | 'long',
): string {
  return spaceUnit(durationFormat({ style }).format(duration));
}

/** `1,234`. */
export function formatCount(count: number): string {
  return numberFormat({}).format(count);
}

/** `91 ms`; at least 1. */
export function formatMilliseconds(ms: number): string {
  const options = { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 } as const;
  return numberFormat(options).format(Math.max(1, ms));
}

/** `A, B, and C`, or `A, B, or C`. */
export function formatList(items: Iterable<string>, type: Intl.ListFormatType): string {
  return listFormat({ type }).format(items);
}

/** Compares in the order of the user's language, and numbers by their value. */
export function compareTexts(a: string, b: string): number {
  return collator({ numeric: true }).compare(a, b);
}

/** `Japanese Yen`; `undefined` if the code is unknown. */
export const currencyName = onceEach((code: string) =>
  /^[A-Za-z]{3}$/.test(code)
    ? displayNames({ type: 'currency', fallback: 'none' }).of(code)
    : undefined,
);

/** The plural category in the messages' language. */
export function pluralCategory(count: number): Intl.LDMLPluralRule {
  return pluralRules({}).select(count);
}

// Creating a formatter takes some 30 µs, a hundred times as long as using it.
function onceEach<O, F>(make: (options: O) => F): (options: O) => F {
  const made = new Map<string, F>();
  return (options) => {
    const key = JSON.stringify(options);
    const formatter = made.get(key) ?? make(options);
    made.set(key, formatter);
    return formatter;
  };
}

function latin<O>(options: O): O & { numberingSystem: string } {
  return { ...options, numberingSystem: 'latn' };
}

const SUNDAY_MS = Date.UTC(2026, 10, 22);

/** `Mon`. @param day 1 Monday … 7 Sunday */
export function weekdayName(day: number): string {
  const format = dateFormat({ weekday: 'short', timeZone: 'UTC' });
  return format.format(SUNDAY_MS + day * 86_400_000);
}
