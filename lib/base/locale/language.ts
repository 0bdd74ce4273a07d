import { browser } from 'wxt/browser';
import { pattern } from './pattern.ts';

/** The language of the messages, as a BCP 47 tag: of the locale file that the browser chose. */
export function messageLanguage(): string {
  return pattern('meta.language');
}

/** The writing direction of the messages. */
export function messageDirection(): 'ltr' | 'rtl' {
  return pattern('meta.direction') === 'rtl' ? 'rtl' : 'ltr';
}

/**
 * Keeps a symbol or a price in one piece where it stands beside right-to-left text, which would
 * otherwise reorder its parts.
 */
export function isolate(text: string): string {
  return messageDirection() === 'rtl' ? `\u2068${text}\u2069` : text;
}

/**
 * The locale for numbers, dates and lists. It is the browser's if that is a variant of the messages'
 * language (en-GB), otherwise the messages': a Swedish date has no place in an English sentence.
 */
export function formatLocale(): string {
  const language = messageLanguage();
  const browserLocale = browser.i18n.getUILanguage().replaceAll('_', '-');
  return baseOf(browserLocale) === baseOf(language) ? browserLocale : language;
}

function baseOf(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}
