import { describe, expect, it } from 'vitest';
import { bytesADay, formatBytesADay } from '@/lib/domain/connection/data-estimate.ts';

describe('the estimate of data per day', () => {
  it.each([
    ['live', 20, 'About 5.2 GB per day'],
    ['balanced', 20, 'About 69 MB per day'],
    ['saver', 20, 'About 6.9 MB per day'],
    ['live', 1, 'About 440 MB per day'],
    ['saver', 1, 'About 590 kB per day'],
    ['balanced', 300, 'About 1 GB per day'],
    ['saver', 0, 'No data while the watchlist is empty'],
  ] as const)('for %s with %i feeds is %s', (mode, feeds, text) => {
    expect(formatBytesADay(bytesADay(mode, feeds, false))).toBe(text);
  });

  it('is less than half for a lean stream, and the same for polls', () => {
    expect(formatBytesADay(bytesADay('live', 20, true))).toBe('About 2 GB per day');
    expect(bytesADay('balanced', 20, true)).toBe(bytesADay('balanced', 20, false));
  });

  it('uses the next unit if rounding reaches it', () => {
    expect(formatBytesADay(999_499_999)).toBe('About 1 GB per day');
    expect(formatBytesADay(994_000_000)).toBe('About 990 MB per day');
  });
});
