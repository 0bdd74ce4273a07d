import { describe, expect, it } from 'vitest';
import { ageMs, formatAge, formatAgeLong, isStale } from '../../../lib/prices/age.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('an age', () => {
  it('is the time since the publish time', () => {
    expect(ageMs(1_751_042_519, 1_751_042_519_400)).toBe(400);
  });

  it.each([
    [0, '0.0 s', '0.0 seconds'],
    [449, '0.4 s', '0.4 seconds'],
    [1000, '1.0 s', '1.0 seconds'],
    [9_999, '9.9 s', '9.9 seconds'],
    [12_999, '12 s', '12 seconds'],
    [MINUTE - 1, '59 s', '59 seconds'],
    [MINUTE, '1 min', '1 minute'],
    [3.9 * MINUTE, '3 min', '3 minutes'],
    [HOUR, '1 h', '1 hour'],
    [DAY - 1, '23 h', '23 hours'],
    [DAY, '1 d', '1 day'],
    [5.5 * DAY, '5 d', '5 days'],
    [-2000, '0.0 s', '0.0 seconds'],
    [-6000, 'in the future', 'in the future'],
    [Number.NaN, '–', '–'],
    [Infinity, '–', '–'],
  ])('of %d ms reads %s', (ms, short, long) => {
    expect(formatAge(ms)).toBe(short);
    expect(formatAgeLong(ms)).toBe(long);
  });
});

describe('isStale', () => {
  const asked = { publishTime: 1000, limitSeconds: 60, marketOpen: true };

  it.each([
    ['at the limit', { lastAskedAtMs: 1_060_000 }, false],
    ['past the limit', { lastAskedAtMs: 1_060_001 }, true],
    ['while the market is closed', { lastAskedAtMs: 9_000_000, marketOpen: false }, false],
    ['when nobody asked since it was fresh', { lastAskedAtMs: 1_000_400 }, false],
    ['when nobody ever asked', { lastAskedAtMs: null }, false],
    ['with another limit', { lastAskedAtMs: 1_060_001, limitSeconds: 300 }, false],
  ])('%s', (_, change, stale) => {
    expect(isStale({ ...asked, ...change })).toBe(stale);
  });
});
