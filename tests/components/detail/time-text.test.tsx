import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { durationText } from '@/components/detail/price/time-text.ts';
import { readLocale } from '../../tools/locale-texts.ts';
import { setLocale } from '../../unit/base/locale/set-locale.ts';

const HOUR = 3_600;

describe('a time span', () => {
  it.each([
    [59, '59 sec'],
    [119, '1 min'],
    [47 * HOUR + 3_599, '47 hr'],
    [48 * HOUR, '2 days'],
  ])('of %i s is cut off to its largest unit', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});

describe('the labels of the time axis', () => {
  const at = (...parts: [number, number, number, number?, number?]): number =>
    new Date(...(parts as [number, number, number, number, number])).getTime() / 1_000;

  // Formatters are cached for the life of a page.
  beforeEach(() => vi.resetModules());

  async function labels(from: number, to: number, locale = 'en-US'): Promise<string[]> {
    setLocale(readLocale('en'), locale);
    const { timeTicks } = await import('@/components/detail/chart/axis-time.ts');
    return timeTicks(from, to, 4).map(({ label }) => label.replace('\u202F', ' '));
  }

  it.each([
    ['en-US', ['12:00 PM', '2:00 PM', '4:00 PM']],
    ['en-GB', ['12:00', '14:00', '16:00']],
  ])('have the clock of the locale %s, at round hours', async (locale, texts) => {
    expect(await labels(at(2026, 10, 21, 10, 5), at(2026, 10, 21, 17, 5), locale)).toEqual(texts);
  });

  it.each([
    ['seconds', at(2026, 10, 21, 12, 0), at(2026, 10, 21, 12, 1), '12:00:15 PM'],
    ['days', at(2026, 10, 1, 3), at(2026, 10, 8, 3), 'Nov 3'],
    ['months', at(2026, 1, 10), at(2026, 9, 10), 'Apr'],
    ['years', at(2019, 1, 10), at(2026, 9, 10), '2020'],
  ])('are %s if the chart has room for no more', async (_, from, to, label) => {
    const found = await labels(from, to);
    expect(found).toContain(label);
    expect(found.length).toBeGreaterThan(1);
    expect(found.length).toBeLessThanOrEqual(5);
  });

  it('are few enough and in the range, whatever its length', async () => {
    setLocale(readLocale('en'), 'en-US');
    const { timeTicks } = await import('@/components/detail/chart/axis-time.ts');
    const lengths = fc.integer({ min: 20, max: 20 * 365 * 86_400 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 2, max: 12 }), (length, most) => {
        const from = at(2006, 5, 3) + (length % 86_400);
        const ticks = timeTicks(from, from + length, most);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        for (const { seconds } of ticks) {
          expect(seconds).toBeGreaterThanOrEqual(from);
          expect(seconds).toBeLessThanOrEqual(from + length);
        }
      }),
      { numRuns: 50 },
    );
  });
});
