import { formatLocale, messageLanguage } from './language.ts';

/** A formatter for numbers; its digits are Latin in every locale, as in prices. */
export const numberFormat = onceEach(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(formatLocale(), latin(options)),
);

/** A formatter for dates and times, in the user's time zone unless the options name one. */
export const dateFormat = onceEach(
  (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(formatLocale(), latin(options)),
);

/** A formatter for durations: `{ minutes: 5 }` is `5 min` in style `short`. */
export const durationFormat = onceEach(
  (options: Intl.DurationFormatOptions) => new Intl.DurationFormat(formatLocale(), latin(options)),
);

/** A formatter for times relative to now: `in 5 minutes`. */
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

export const displayNames = onceEach(
  (options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(formatLocale(), options),
);

const pluralRules = onceEach(
  (options: Intl.PluralRulesOptions) => new Intl.PluralRules(messageLanguage(), options),
);

/** Formats an integer: `1,234`. */
export function formatCount(count: number): string {
  return numberFormat({}).format(count);
}

/** Formats a duration, at least one millisecond: `91 ms`. */
export function formatMilliseconds(ms: number): string {
  const options = { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 } as const;
  return numberFormat(options).format(Math.max(1, ms));
}

/** Joins items into a list: `A, B, and C`, or `A, B, or C`. */
export function formatList(items: Iterable<string>, type: Intl.ListFormatType): string {
  return listFormat({ type }).format(items);
}

/** Compares texts in the order of the user's language, numbers by their value. */
export function compareTexts(a: string, b: string): number {
  return collator({ numeric: true }).compare(a, b);
}

/** The name of a currency or precious metal: `Japanese Yen`; `undefined` if the code is unknown. */
export const currencyName = onceEach((code: string) =>
  /^[A-Za-z]{3}$/.test(code)
    ? displayNames({ type: 'currency', fallback: 'none' }).of(code)
    : undefined,
);

/** The plural category of a count in the messages' language. */
export function pluralCategory(count: number): Intl.LDMLPluralRule {
  return pluralRules({}).select(count);
}

// Making a formatter takes some 30 µs, a hundred times as long as using it.
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
