import { browser } from 'wxt/browser';

// A cache, because the browser's own lookup is slower.
const patterns = new Map<string, string>();

/** A message with placeholders in braces; empty for an unknown key. */
export function pattern(key: string): string {
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const found = browser.i18n.getMessage(key.replaceAll('.', '_'));
  patterns.set(key, found);
  return found;
}
