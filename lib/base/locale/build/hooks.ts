import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { WxtHooks } from 'wxt';
import { browserMessages, declarations, type LocaleFile } from './messages.ts';
import { pseudoLocale } from './pseudo.ts';

const FOLDER = resolve(import.meta.dirname, '../../../../assets/locales');

/**
 * Makes the browser's `_locales`, and the type of message keys, from `assets/locales`. A build of
 * mode `locale-<language>` has only that language: browser specs use it for Arabic and the
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
