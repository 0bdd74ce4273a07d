import { browser } from 'wxt/browser';

// The browser looks a message up anew each time, which takes longer than reading it from here.
const patterns = new Map<string, string>();

/** Returns a message with its placeholders in braces; empty if there is none of this key. */
export function pattern(key: string): string {
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const found = browser.i18n.getMessage(key.replaceAll('.', '_'));
  patterns.set(key, found);
  return found;
}
