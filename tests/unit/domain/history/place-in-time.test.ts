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
  'absurd market hours (%s) allow a price from days before, but none from years before',
  (_, hours) => {
    expect([1, 5].map((days) => isRefused(hours, days))).toEqual([false, false]);
    expect([12, 365, 3_650].map((days) => isRefused(hours, days))).toEqual([true, true, true]);
  },
);

it.each(['UTC;C,C,C', 'Moon/Base;C,C,C,C,C,C,C;', 'rubbish', '', '🌙'])(
  'unreadable market hours (%s) allow no earlier price',
  (hours) => expect(isRefused(hours, 1)).toBe(true),
);

it('the longest closure of the public catalog (Shanghai, lunar new year) allows an earlier price', () => {
  const week = Array.from({ length: 5 }, () => '0930-1130&1300-1457').join(',');
  const holidays = ['0216', '0217', '0218', '0219', '0220', '0223'].map((day) => `${day}/C`);
  const schedule = `Asia/Shanghai;${week},C,C;${holidays.join(',')}`;
  const [close, opening] = ['2026-02-13T14:57+08:00', '2026-02-24T09:29+08:00'].map(
    (text) => Temporal.Instant.from(text).epochMilliseconds / 1_000,
  );
  expect(isTooEarly(close! - 60, opening!, closuresOf({ schedule }))).toBe(false);
});
