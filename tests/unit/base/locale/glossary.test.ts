import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '@/lib/base/locale/build/messages.ts';
import { LOCALES, readLocale } from '../../../tools/locale-texts.ts';

const [terms, ruledOut] = tables(readFileSync(join(LOCALES, 'README.md'), 'utf8'));
const LANGUAGES = terms!.head;

describe.each(LANGUAGES)('the glossary in %s', (language) => {
  const messages = messagesOf(readLocale(language));
  const texts = messages.map(({ text }) => text.toLowerCase());
  const column = LANGUAGES.indexOf(language);

  it('has terms that messages use', () => {
    const unused = terms!.rows
      .map((row) => row[column]!)
      .filter((term) => !texts.some((text) => text.includes(term.toLowerCase())));
    expect(unused).toEqual([]);
  });

  it('rules out words that no message contains', () => {
    const row = ruledOut!.rows.find(([name]) => name === language);
    const words = row![1]!.split(', ');
    expect(words.length).toBeGreaterThan(4);
    const found = messages.flatMap(({ key, text }) =>
      words
        .filter((word) => contains(text.replaceAll(/\{\w+\}/g, ''), word))
        .map((word) => `${key}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});

/** Whether a word begins with `word`, so that its inflected forms count too. */
function contains(text: string, word: string): boolean {
  const isSpaced = !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Arabic}]/u.test(
    word,
  );
  return new RegExp(`${isSpaced ? String.raw`(?<!\p{L})` : ''}${RegExp.escape(word)}`, 'iu').test(
    text,
  );
}

function tables(markdown: string): { head: string[]; rows: string[][] }[] {
  return [...markdown.matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) => {
    const [head, , ...rows] = table
      .trim()
      .split('\n')
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
    return { head: head!, rows };
  });
}
