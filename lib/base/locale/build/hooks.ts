import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { WxtHooks } from 'wxt';
import { browserMessages, declarations, type LocaleFile } from './messages.ts';

const FOLDER = resolve(import.meta.dirname, '../../../../assets/locales');

/**
 * Generates the browser's `_locales`, and the type of message keys, from `assets/locales`. A build
 * of mode `locale-<language>` has only that language: browser specs use it for Arabic and the
 * pseudo-locale.
 */
export const localeHooks: Pick<WxtHooks, 'prepare:types' | 'build:publicAssets'> = {
  'prepare:types': (_, entries) => {
    entries.push({
      path: 'types/messages.d.ts',
      text: declarations(readLocale('en')),
      tsReference: true,
    });
  },
  'build:publicAssets': ({ config }, files) => {
    for (const [language, locale] of localesOf(config.mode)) {
      files.push({
        relativeDest: `_locales/${language.replace('-', '_')}/messages.json`,
        contents: JSON.stringify(browserMessages(locale)),
      });
    }
  },
};

function localesOf(mode: string): [language: string, locale: LocaleFile][] {
  if (mode === 'locale-pseudo') return [['en', pseudoLocale(readLocale('en'))]];
  const only = /^locale-(.+)$/.exec(mode)?.[1];
  if (only !== undefined) return [['en', readLocale(only)]];
  const languages = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return languages.map((name) => [basename(name, '.json'), readLocale(basename(name, '.json'))]);
}

function readLocale(language: string): LocaleFile {
  return JSON.parse(readFileSync(resolve(FOLDER, `${language}.json`), 'utf8'));
}

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  A: 'Å',
  E: 'É',
  O: 'Ø',
  U: 'Û',
};

/** Texts in other languages can be longer by up to this share. */
const GROWTH = 0.4;

/**
 * A locale in which plain English reveals untranslated text, and a missing bracket reveals cut-off
 * text.
 */
export function pseudoLocale(file: LocaleFile): LocaleFile {
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => [
      name,
      typeof value === 'string' ? pseudoText(value) : pseudoSection(name, value as LocaleFile),
    ]),
  );
}

function pseudoSection(name: string, section: LocaleFile): LocaleFile {
  return name === 'meta' ? section : pseudoLocale(section);
}

function pseudoText(text: string): string {
  // The product's name is the same in all languages.
  if (text === 'Pricelight') return text;
  const accented = text.replaceAll(/\{\w+\}|./gs, (part) => ACCENTED[part] ?? part);
  const padding = 'one two three four five six seven eight nine ten '.repeat(12);
  return `[${accented} ${padding.slice(0, Math.ceil(text.length * GROWTH)).trim()}]`;
}
