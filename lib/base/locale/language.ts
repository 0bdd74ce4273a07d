import { browser } from 'wxt/browser';
import { pattern } from './pattern.ts';

/** The BCP 47 tag of the locale file that the browser chose. */
export function messageLanguage(): string {
  return pattern('meta.language');
}

export function messageDirection(): 'ltr' | 'rtl' {
  return pattern('meta.direction') === 'rtl' ? 'rtl' : 'ltr';
}

/** Keeps right-to-left text from reordering the parts of a symbol or price beside it. */
export function isolate(text: string): string {
  return messageDirection() === 'rtl' ? `\u2068${text}\u2069` : text;
}

/**
 * Locale for numbers, dates and lists: the browser's locale if it is a variant of the messages'
 * language (en-GB), otherwise the messages' language. A Swedish date has no place in an English
 * sentence.
 */
export function formatLocale(): string {
  const language = messageLanguage();
  const browserLocale = browser.i18n.getUILanguage().replaceAll('_', '-');
  return baseOf(browserLocale) === baseOf(language) ? browserLocale : language;
}

function baseOf(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}
