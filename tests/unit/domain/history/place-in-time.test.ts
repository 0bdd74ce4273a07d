import { expect, it } from 'vitest';
import { closuresOf, isTooEarly } from '@/lib/domain/history/place-in-time.ts';

const DAY = 86_400;
const TIME = Date.UTC(2026, 10, 22, 12) / 1_000;

/** Whether a price of this many days before is too early, for a market with these hours. */
function isRefused(schedule: string, days: number): boolean {
  return isTooEarly(TIME - days * DAY, TIME, closuresOf({ schedule }));
}

// The service sends the hours as it sends the prices.
it.each([
  ['closed every day', 'UTC;C,C,C,C,C,C,C;'],
  ['open a minute a week', 'UTC;0000-0001,C,C,C,C,C,C;'],
])(
  'absurd market hours (%s) allow a price from a weekend before, but none from before that',
  (_, hours) => {
    expect([1, 3.9].map((days) => isRefused(hours, days))).toEqual([false, false]);
    expect([4.1, 6, 12, 3_650].map((days) => isRefused(hours, days))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  },
);

it.each(['UTC;C,C,C', 'Moon/Base;C,C,C,C,C,C,C;', 'rubbish', '', '🌙'])(
  'unreadable market hours (%s) allow no earlier price',
  (hours) => expect(isRefused(hours, 1)).toBe(true),
);

it('hours that are open only today do not make a price of six days ago that of 24 hours ago', () => {
  // A Sunday.
  expect(isRefused('UTC;C,C,C,C,C,C,O;', 6)).toBe(true);
});

it('a weekend with a holiday allows an earlier price', () => {
  const week = Array.from({ length: 5 }, () => '0930-1600').join(',');
  const schedule = `America/New_York;${week},C,C;0907/C`;
  const [close, opening] = ['2026-09-04T16:00-04:00', '2026-09-08T09:29-04:00'].map(
    (text) => Temporal.Instant.from(text).epochMilliseconds / 1_000,
  );
  expect(isTooEarly(close! - 60, opening!, closuresOf({ schedule }))).toBe(false);
});
