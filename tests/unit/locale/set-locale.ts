import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { browserName, messagesOf, type LocaleFile } from '@/lib/locale/build/messages.ts';

const FOLDER = resolve(import.meta.dirname, '../../../assets/locales');

export function readLocale(language: string): LocaleFile {
  return JSON.parse(readFileSync(resolve(FOLDER, `${language}.json`), 'utf8'));
}

/** Lets the fake browser answer with the messages of one locale, as the real one does. */
export function setLocale(language: string, browserLocale = language): void {
  const texts = new Map(
    messagesOf(readLocale(language)).map((each) => [browserName(each), each.text]),
  );
  fakeBrowser.i18n.getMessage = (name: string) => texts.get(name) ?? '';
  fakeBrowser.i18n.getUILanguage = () => browserLocale;
}
