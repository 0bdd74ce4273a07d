import { formatCount, pluralCategory } from './format.ts';
import { isolate } from './language.ts';
import { pattern } from './pattern.ts';

/** Such as `alerts.form.add`. */
export type MessageKey = keyof LocaleMessages;

export type PlainKey = {
  [K in MessageKey]: LocaleMessages[K] extends null ? K : never;
}[MessageKey];

/** The values as an argument list, which is empty for a message without placeholders. */
type Values<K extends MessageKey> = LocaleMessages[K] extends null
  ? []
  : [values: LocaleMessages[K]];

/**
 * A message in the user's language. Callers format numbers, except `count`, which selects the
 * plural form and is formatted as an integer.
 */
export function t<K extends MessageKey>(key: K, ...[values]: Values<K>): string {
  if (values === undefined || values === null) return pattern(key);
  const text = splitMessage(key, values).join('');
  // The full stop of `3 дн.` ends its sentence too.
  return text.includes('..') ? text.replaceAll(/(?<=\p{L})\.\.(?=\s|$)/gu, '.') : text;
}

/**
 * Splits a message at its placeholders. Parts with an even index are the texts between the values,
 * possibly empty.
 */
export function splitMessage<V>(
  key: MessageKey,
  values: Readonly<Record<string, V>>,
): (string | V | undefined)[] {
  return patternFor(key, values)
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : filled(values[part])));
}

function patternFor(key: string, { count }: Readonly<Record<string, unknown>>): string {
  if (typeof count !== 'number') return pattern(key);
  return pattern(`${key}.${pluralCategory(count)}`) || pattern(`${key}.other`);
}

function filled<V>(value: V): string | V {
  if (typeof value === 'number') return formatCount(value);
  return typeof value === 'string' ? isolate(value) : value;
}
