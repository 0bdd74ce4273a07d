import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { browserName, messagesOf, type LocaleFile } from '../../lib/base/locale/build/messages.ts';

/** The folder of the locale files. */
export const LOCALES = resolve(import.meta.dirname, '../../assets/locales');

export function readLocale(language: string): LocaleFile {
  return JSON.parse(readFileSync(resolve(LOCALES, `${language}.json`), 'utf8'));
}

/** The messages of a locale by the names that the browser knows them under. */
export function textsOf(file: LocaleFile): Map<string, string> {
  return new Map(messagesOf(file).map((each) => [browserName(each), each.text]));
}
