import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { LocaleFile } from '@/lib/base/locale/build/messages.ts';
import { textsOf } from '../../../tools/locale-texts.ts';

/** Lets the fake browser answer with these messages, as the real one does. */
export function setLocale(file: LocaleFile, browserLocale: string): void {
  const texts = textsOf(file);
  fakeBrowser.i18n.getMessage = (name: string) => texts.get(name) ?? '';
  fakeBrowser.i18n.getUILanguage = () => browserLocale;
}
