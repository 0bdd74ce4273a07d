import { describe, expect, it } from 'vitest';
import { bytesADay, formatBytesADay } from '../../../lib/connection/data-estimate.ts';

describe('the estimate of data per day', () => {
  it.each([
    ['live', 20, 'about 5.2 GB a day'],
    ['balanced', 20, 'about 69 MB a day'],
    ['saver', 20, 'about 6.9 MB a day'],
    ['live', 1, 'about 440 MB a day'],
    ['saver', 1, 'about 590 kB a day'],
    ['balanced', 300, 'about 1 GB a day'],
    ['saver', 0, 'nothing while the watchlist is empty'],
  ] as const)('for %s with %i feeds is %s', (mode, feeds, text) => {
    expect(formatBytesADay(bytesADay(mode, feeds, false))).toBe(text);
  });

  it('is less than half for a lean stream, and the same for polls', () => {
    expect(formatBytesADay(bytesADay('live', 20, true))).toBe('about 2 GB a day');
    expect(bytesADay('balanced', 20, true)).toBe(bytesADay('balanced', 20, false));
  });

  it('uses the next unit if rounding reaches it', () => {
    expect(formatBytesADay(999_499_999)).toBe('about 1 GB a day');
    expect(formatBytesADay(994_000_000)).toBe('about 990 MB a day');
  });
});
