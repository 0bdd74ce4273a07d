/**
 * The most bytes that a browser's storage takes for a value. It is stored as JSON in UTF-8, where
 * Chromium writes `<` and line separators as six characters, as JSON does control characters.
 */
export function storedBytes(value: unknown): number {
  const json = JSON.stringify(value) ?? '';
  let bytes = 0;
  for (let at = 0; at < json.length; at += 1) bytes += bytesOf(json.charCodeAt(at));
  return bytes;
}

function bytesOf(code: number): number {
  if (code === 0x3c || code === 0x2028 || code === 0x2029) return 6;
  if (code < 0x80) return 1;
  // A surrogate is half of a character of four bytes.
  return code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
}

/** The first items that fit into this many bytes together. */
export function itemsThatFit<T>(items: readonly T[], mostBytes: number): T[] {
  let bytes = 0;
  // The comma between two items is a byte.
  const end = items.findIndex((item) => (bytes += storedBytes(item) + 1) > mostBytes);
  return end < 0 ? [...items] : items.slice(0, end);
}
