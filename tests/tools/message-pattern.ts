import { formatCount, pluralCategory } from '../../lib/base/locale/format.ts';
import { pattern } from '../../lib/base/locale/pattern.ts';
import type { MessageKey } from '../../lib/base/locale/t.ts';

/**
 * What replaces a message's placeholders: a text, or a pattern such as another message's. A
 * number selects the plural form, as in `t`.
 */
type Known = Readonly<Record<string, string | RegExp | number>>;

/**
 * A pattern that matches a whole message, for values that a test cannot know: any text may stand at
 * a placeholder that `known` does not have, and any plural form if the count is not known.
 */
export function messagePattern(key: MessageKey, known: Known = {}): RegExp {
  return new RegExp(`^${messageWithin(key, known).source}$`);
}

/** The same for a message within a longer text. */
export function messageWithin(key: MessageKey, known: Known = {}): RegExp {
  const { count } = known;
  const categories = typeof count === 'number' ? [pluralCategory(count)] : ['one', 'other'];
  const forms = [key, ...categories.map((category) => `${key}.${category}`)]
    .map(pattern)
    .filter((text) => text !== '');
  if (forms.length === 0) throw new Error(`There is no message ${key}.`);
  return new RegExp(`(?:${forms.map((form) => sourceOf(form, known)).join('|')})`);
}

/** A pattern that matches any of these. */
export function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(`(?:${patterns.map(({ source }) => source).join('|')})`);
}

function sourceOf(form: string, known: Known): string {
  return form
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? RegExp.escape(part) : sourceOfValue(known[part])))
    .join('');
}

function sourceOfValue(value: string | RegExp | number | undefined): string {
  if (value === undefined) return '.+';
  if (typeof value === 'number') return RegExp.escape(formatCount(value));
  return typeof value === 'string' ? RegExp.escape(value) : value.source.replace(/^\^|\$$/g, '');
}
