import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  messagesOf,
  placeholdersOf,
  type ParsedMessage,
} from '@/lib/base/locale/build/messages.ts';
import { LOCALES, readLocale } from '../../../tools/locale-texts.ts';

const LANGUAGES = readdirSync(LOCALES)
  .filter((name) => name.endsWith('.json'))
  .map((name) => basename(name, '.json'));
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

const english = messagesOf(readLocale('en'));
const englishKeys = new Set(english.map(({ key }) => key));
const PLACEHOLDERS = placeholdersByKey();

const CARELESS: [fault: string, pattern: RegExp][] = [
  ['empty', /^$/],
  ['straight quotes', /["']/],
  // A no-break space may stand first: it separates a unit from its number.
  ['spaces', / {2}|^ |\s$/],
  ['three dots instead of an ellipsis', /\.\.\./],
  ['a space where a line could break before a mark', / [;:!%…]|« /],
  ['braces', /[{}](?!\w)(?<!\w\})/],
];

describe.each(LANGUAGES)('the messages in %s', (language) => {
  const messages = messagesOf(readLocale(language));

  it('are complete, and none is unknown', () => {
    const keys = new Set(messages.map(({ key }) => key));
    expect([...englishKeys.difference(keys)], 'missing').toEqual([]);
    expect([...keys.difference(englishKeys)], 'unknown').toEqual([]);
  });

  it('have the plural forms of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, forms] of pluralForms(messages)) {
      expect(forms.toSorted(), key).toEqual(pluralCategories.toSorted());
    }
    expect([...pluralForms(messages).keys()].toSorted()).toEqual(
      [...pluralForms(english).keys()].toSorted(),
    );
  });

  it('have the placeholders of the English ones', () => {
    const faults = messages.flatMap(({ key, text, category }) => {
      const { allowed, needed } = PLACEHOLDERS.get(key)!;
      const found = new Set(placeholdersOf(text));
      // A plural form may leave the count out: "one price".
      const missing = [...needed.difference(found)].filter(
        (name) => category === null || name !== 'count',
      );
      return [...found.difference(allowed), ...missing].map((name) => `${key}: {${name}}`);
    });
    expect(faults, 'unknown or missing').toEqual([]);
  });

  it('are set with care', () => {
    for (const [fault, pattern] of CARELESS) {
      const found = messages.filter(({ text }) => pattern.test(text));
      expect(found, fault).toEqual([]);
    }
  });

  it('fit where they stand', () => {
    for (const { key, text } of messages) {
      if (key.endsWith('Button')) expect(text.length, `${key}: ${text}`).toBeLessThanOrEqual(40);
      if (key.startsWith('badge.')) expect(text.length, `${key}: ${text}`).toBeLessThanOrEqual(4);
    }
  });

  it('name their language and direction', () => {
    const texts = new Map(messages.map(({ key, text }) => [key, text]));
    expect(texts.get('meta.language')).toBe(language);
    expect(texts.get('meta.direction')).toBe(RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr');
    // The stores cut a longer one.
    expect(texts.get('app.description')!.length).toBeLessThanOrEqual(132);
  });
});

describe('the English messages', () => {
  it('are in sentence case', () => {
    // Two capitalized words in a row are a title, except names.
    const names = /\b(Pricelight|Chrome|Firefox|Edge|Pyth|Hermes|Options)\b/g;
    for (const { key, text } of english) {
      expect(text.replaceAll(names, '').replaceAll(/\p{Lu}{2,}/gu, ''), key).not.toMatch(
        /(?<![.!?:…·] )\b\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}/u,
      );
    }
  });

  it('contain no word that we do not use', () => {
    for (const { key, text } of english) {
      expect(text, key).not.toMatch(/\b(please|simply|just|e\.g\.|i\.e\.)\b|&|!/i);
    }
  });

  it('have names that differ by more than their case, because the browser ignores it', () => {
    expect(new Set([...englishKeys].map((key) => key.toLowerCase())).size).toBe(englishKeys.size);
    for (const key of englishKeys) expect(key).toMatch(/^[\w.]+$/);
  });
});

/** The plural categories of each message that has them. */
function pluralForms(messages: readonly ParsedMessage[]): Map<string, string[]> {
  const forms = new Map<string, string[]>();
  for (const { key, category } of messages) {
    if (category !== null) forms.set(key, [...(forms.get(key) ?? []), category]);
  }
  return forms;
}

/** The placeholders that each message may have, and those that it must have. */
function placeholdersByKey(): Map<string, { allowed: Set<string>; needed: Set<string> }> {
  return new Map(
    [...Map.groupBy(english, ({ key }) => key)].map(([key, forms]) => {
      const needed = new Set(forms.flatMap(({ text }) => placeholdersOf(text)));
      const isPlural = forms.some(({ category }) => category !== null);
      return [key, { needed, allowed: isPlural ? new Set([...needed, 'count']) : needed }];
    }),
  );
}
