/** Plural forms use the categories of `Intl.PluralRules`. */
type Leaf = string | { readonly [category in Intl.LDMLPluralRule]?: string };

export interface LocaleFile {
  readonly [name: string]: LocaleFile | Leaf;
}

export type ParsedMessage = {
  /** Such as `alerts.form.add`. */
  readonly key: string;
  readonly text: string;
  /** null: the message has no plural forms. */
  readonly category: string | null;
};

const CATEGORIES: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

const PLACEHOLDER = /\{(\w+)\}/g;

/** Messages in the file's order. Each plural form is a separate message. */
export function messagesOf(file: LocaleFile, path = ''): ParsedMessage[] {
  return Object.entries(file).flatMap(([name, value]) => {
    const key = path + name;
    if (typeof value === 'string') return [{ key, text: value, category: null }];
    return isPlural(value) ? formsOf(key, value) : messagesOf(value, `${key}.`);
  });
}

/** The names in braces in order, without duplicates. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name!))];
}

/** The browser allows only letters, digits and `_`. */
export function browserName({ key, category }: Pick<ParsedMessage, 'key' | 'category'>): string {
  return (category === null ? key : `${key}.${category}`).replaceAll('.', '_');
}

/** Placeholders stay in braces, because `lib/base/locale/t.ts` fills them. */
export function browserMessages(file: LocaleFile): Record<string, { message: string }> {
  return Object.fromEntries(
    // In the browser's format, a dollar sign starts a placeholder.
    messagesOf(file).map((each) => [
      browserName(each),
      { message: each.text.replaceAll('$', '$$$$') },
    ]),
  );
}

/** Types of all keys with their placeholders. */
export function declarations(file: LocaleFile): string {
  const placeholders = new Map<string, Set<string>>();
  for (const { key, text, category } of messagesOf(file)) {
    const known = placeholders.get(key) ?? new Set(category === null ? [] : ['count']);
    for (const name of placeholdersOf(text)) known.add(name);
    placeholders.set(key, known);
  }
  const lines = [...placeholders].map(([key, names]) => `    '${key}': ${typeOf(names)};`);
  return `// Generated from assets/locales/en.json.
import 'wxt/browser';

declare global {
  interface LocaleMessages {
${lines.join('\n')}
  }
}

// WXT's own type allows only the names in its kind of locale file.
declare module 'wxt/browser' {
  interface WxtI18n {
    getMessage(name: string): string;
  }
}
`;
}

function typeOf(names: ReadonlySet<string>): string {
  if (names.size === 0) return 'null';
  const fields = [...names].map((name) => `${name}: ${name === 'count' ? 'number' : 'string'}`);
  return `{ ${fields.join('; ')} }`;
}

function isPlural(value: LocaleFile | Leaf): value is Exclude<Leaf, string> {
  const names = Object.keys(value);
  return names.includes('other') && names.every((name) => CATEGORIES.has(name));
}

function formsOf(key: string, forms: Exclude<Leaf, string>): ParsedMessage[] {
  return Object.entries(forms).map(([category, text]) => ({
    key,
    text,
    category,
  }));
}
