import { describe, expect, it } from 'vitest';
import { ageMs, formatAge, formatAgo, formatSpan, isStale } from '@/lib/domain/prices/age.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('an age', () => {
  it('is the time since the publish time', () => {
    expect(ageMs(1_751_042_519, 1_751_042_519_400)).toBe(400);
  });

  it.each([
    [0, 'now'],
    [999, 'now'],
    [1000, '1 sec'],
    [9_999, '9 sec'],
    [12_999, '12 sec'],
    [MINUTE - 1, '59 sec'],
    [MINUTE, '1 min'],
    [3.9 * MINUTE, '3 min'],
    [HOUR, '1 hr'],
    [DAY - 1, '23 hr'],
    [DAY, '1 day'],
    [5.5 * DAY, '5 days'],
    [-2000, 'now'],
    [-6000, 'in the future'],
    [Number.NaN, '–'],
    [Infinity, '–'],
  ])('of %d ms is shown as %s', (ms, short) => {
    expect(formatAge(ms)).toBe(short);
  });

  it.each([
    [0, 'now'],
    [12_999, '12 sec ago'],
    [-6000, 'in the future'],
  ])('of %d ms is, as a time, %s', (ms, words) => {
    expect(formatAgo(ms)).toBe(words);
  });
});

it.each([
  [0, '0 sec'],
  [9_999, '9 sec'],
  [MINUTE, '1 min'],
  [DAY - 1, '23 hr'],
])('a span of %d ms is shown in whole units as %s', (ms, short) => {
  expect(formatSpan(ms)).toBe(short);
});

describe('isStale', () => {
  const staleness = { publishTime: 1000, limitSeconds: 60, marketOpen: true, skewMs: 0 };

  it.each([
    ['at the limit', { lastAskedAtMs: 1_060_000 }, false],
    ['beyond the limit', { lastAskedAtMs: 1_060_001 }, true],
    ['while the market is closed', { lastAskedAtMs: 9_000_000, marketOpen: false }, false],
    ['if we made no request since the price was fresh', { lastAskedAtMs: 1_000_400 }, false],
    ['before the first request', { lastAskedAtMs: null }, false],
    ['by a fast clock that is corrected', { lastAskedAtMs: 1_125_000, skewMs: 65_000 }, false],
    ['by a slow clock that is corrected', { lastAskedAtMs: 1_000_000, skewMs: -65_000 }, true],
    ['with a different limit', { lastAskedAtMs: 1_060_001, limitSeconds: 300 }, false],
  ])('%s', (_, change, stale) => {
    expect(isStale({ ...staleness, ...change })).toBe(stale);
  });
});
