import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceededLimit } from '@/lib/base/http/answer-limits.ts';

const LIMITS = { bytes: 1_000, values: 10 };

describe('the limits of an answer', () => {
  it.each([
    ['too many bytes', 'x'.repeat(1_001), 'larger than 1000 bytes'],
    ['too deep', '['.repeat(17), 'more than 10 values'],
    ['too many lists', '[],'.repeat(6), 'more than 10 values'],
    ['too many numbers', `[${'1,'.repeat(10)}1]`, 'more than 10 values'],
    ['too many fields', `{${'"a":1,'.repeat(10)}"a":1}`, 'more than 10 values'],
  ])('are exceeded by %s', (_, text, found) => {
    expect(exceededLimit(text, LIMITS)).toBe(found);
  });

  it('are exceeded by 17 levels', () => {
    const values = 100;
    expect(exceededLimit('['.repeat(17), { ...LIMITS, values })).toBe('more than 16 levels');
    expect(exceededLimit('['.repeat(16), { ...LIMITS, values })).toBeNull();
  });

  it('are exceeded by an object of more than 200 fields', () => {
    const fields = (count: number) => `{${'"a":[1,1],'.repeat(count - 1)}"a":1}`;
    const limits = { bytes: 10_000, values: 10_000 };
    expect(exceededLimit(fields(201), limits)).toBe('more than 200 fields');
    expect(exceededLimit(`[${fields(200)},${fields(200)}]`, limits)).toBeNull();
    expect(exceededLimit(`[${'1,'.repeat(1_000)}1]`, limits)).toBeNull();
  });

  it.each([
    ['texts with brackets, commas and quotes', '["[[[[[[[[[[[[[[[[[[", ",,,,,,,,,,,,", "\\"[[[["]'],
    ['a text without an end', '"[[[[[[[[[[[[[[[[[[[[[['],
    ['nothing', ''],
  ])('are not exceeded by %s', (_, text) => {
    expect(exceededLimit(text, LIMITS)).toBeNull();
  });

  it('count every list, object and comma of any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        const count = valuesIn(value);
        expect(exceededLimit(text, { bytes: 1e6, values: count })).toBeNull();
        if (count === 0) return;
        expect(exceededLimit(text, { bytes: 1e6, values: count - 1 })).not.toBeNull();
      }),
    );
  });
});

/** Its lists and objects, and what follows the first item of each. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: unknown[] = Object.values(value);
  const within = items.reduce<number>((sum, item) => sum + valuesIn(item), 0);
  return 1 + Math.max(0, items.length - 1) + within;
}
