import { expect, it } from 'vitest';
import { itemsThatFit, storedBytes } from '@/lib/storage/stored-bytes.ts';

// What Chromium counts was seen with `getBytesInUse`; tests/browser/full-storage.test.ts compares.
it.each([
  ['letters', 'abc', 5],
  ['a quote and a backslash', '"\\', 6],
  ['less-than signs', '<<', 14],
  ['control characters', '\u0001\u001F', 14],
  ['line separators', '\u2028\u2029', 14],
  ['accents', 'éß', 6],
  ['kana', 'ゴ', 5],
  ['an emoji', '🪙', 6],
  ['half an emoji', '\uD83E', 8],
  ['a list', ['a', 1, null], 12],
  ['a map with a key of less-than signs', { '<': '<' }, 19],
  ['nothing', undefined, 0],
])('%s', (_, value, bytes) => {
  expect(storedBytes(value)).toBe(bytes);
});

it('the first items that fit are kept', () => {
  expect(itemsThatFit(['<', '<', '<'], 27)).toEqual(['<', '<', '<']);
  expect(itemsThatFit(['<', '<', '<'], 26)).toEqual(['<', '<']);
  expect(itemsThatFit(['a', '<'.repeat(100), 'b'], 100)).toEqual(['a']);
});
