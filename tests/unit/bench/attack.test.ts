import { describe, expect, it } from 'vitest';
import { hostileEvents } from '../../bench/attack.ts';

describe('hostileEvents', () => {
  it('come close to the largest event that the client reads, without exceeding it', () => {
    const ids = Array.from({ length: 20 }, (_, feed) => feed.toString(16).padStart(64, '0'));
    const sizes = hostileEvents(ids).map(({ length }) => length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8 * 2 ** 20);
    expect(Math.max(...sizes)).toBeGreaterThan(7 * 2 ** 20);
    expect(sizes).toHaveLength(3);
  });
});
