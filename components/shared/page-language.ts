import { messageDirection, messageLanguage } from '@/lib/base/locale/language.ts';

/** Call this first: screen readers and layout depend on it. */
export function applyLanguage(): void {
  const { documentElement } = document;
  documentElement.lang = messageLanguage();
  documentElement.dir = messageDirection();
}
