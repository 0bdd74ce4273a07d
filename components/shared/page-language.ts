import { messageDirection, messageLanguage } from '@/lib/base/locale/language.ts';

/** Names the page's language and direction. Call it first: screen readers and layout need them. */
export function applyLanguage(): void {
  const { documentElement } = document;
  documentElement.lang = messageLanguage();
  documentElement.dir = messageDirection();
}
