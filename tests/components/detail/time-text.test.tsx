import { beforeEach, describe, expect, it, vi } from 'vitest';
import { durationText } from '@/components/detail/time-text.ts';
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

describe('a label on the time axis', () => {
  const noon = Math.floor(new Date(2026, 10, 21, 12, 0, 5).getTime() / 1_000);

  // Formatters are cached for the life of a page.
  beforeEach(() => vi.resetModules());

  it.each([
    ['en-US', ['Nov 21', '12:00 PM', '12:00:05 PM']],
    ['en-GB', ['21 Nov', '12:00', '12:00:05']],
  ])('has the clock of the locale %s', async (locale, labels) => {
    setLocale(readLocale('en'), locale);
    const { axisTime } = await import('@/components/detail/axis-time.ts');
    const kinds = [2, 3, 4];
    const day = {
      fromSeconds: noon,
      stepSeconds: 300,
      slots: Array(289).fill(null),
      count: 0,
      firstShown: 0,
      hasCandles: false,
      split: null,
    };
    expect(kinds.map((kind) => axisTime(noon, kind, day).replace('\u202F', ' '))).toEqual(labels);
  });

  it('is a month or a year alone only on a chart of a year', async () => {
    setLocale(readLocale('en'), 'en-US');
    const { axisTime } = await import('@/components/detail/axis-time.ts');
    const month = {
      fromSeconds: noon,
      stepSeconds: 7_200,
      slots: Array(360).fill(null),
      count: 0,
      firstShown: 0,
      hasCandles: false,
      split: null,
    };
    const year = { ...month, stepSeconds: 86_400 };
    expect([0, 1].map((kind) => axisTime(noon, kind, month))).toEqual(['Nov 21', 'Nov 21']);
    expect([0, 1].map((kind) => axisTime(noon, kind, year))).toEqual(['2026', 'Nov']);
  });
});
