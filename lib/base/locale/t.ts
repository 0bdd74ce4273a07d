import { formatCount, pluralCategory } from './format.ts';
import { isolate } from './language.ts';
import { pattern } from './pattern.ts';

/** The key of a message: `alerts.form.add`. */
export type MessageKey = keyof LocaleMessages;

/** The key of a message without placeholders. */
export type PlainKey = {
  [K in MessageKey]: LocaleMessages[K] extends null ? K : never;
}[MessageKey];

/** The values of a message's placeholders, as an argument list: empty if it has none. */
type Values<K extends MessageKey> = LocaleMessages[K] extends null
  ? []
  : [values: LocaleMessages[K]];

/**
 * Returns a message in the user's language, with its placeholders filled.
 *
 * Values are texts: numbers are formatted by the caller, in the user's language and as exactly as
 * the figure needs. The exception is `count`, which selects the plural form and is then formatted as
 * an integer.
 */
export function t<K extends MessageKey>(key: K, ...[values]: Values<K>): string {
  if (values === undefined || values === null) return pattern(key);
  return splitMessage(key, values).join('');
}

/**
 * Splits a message at its placeholders and fills them, for callers that fill them with something
 * other than text. Parts with even index are the texts between the values, possibly empty.
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
