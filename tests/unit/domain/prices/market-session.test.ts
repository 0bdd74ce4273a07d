import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sessionAt } from '../../../../lib/domain/prices/market-session.ts';

const WEEK = (hours: string) => `${hours},${hours},${hours},${hours},${hours},C,C`;
const NEW_YORK = {
  regular: `America/New_York;${WEEK('0930-1600')};1126/C,1127/0930-1300`,
  preMarket: `America/New_York;${WEEK('0400-0930')};1126/C`,
  postMarket: `America/New_York;${WEEK('1600-2000')};1126/C,1127/1300-1700`,
  overNight:
    'America/New_York;0000-0400&2000-2400,0000-0400&2000-2400,0000-0400&2000-2400,0000-0400&2000-2400,0000-0400,C,2000-2400;1126/2000-2400',
};

it.each([
  ['2026-11-24T15:00Z', 'regular'],
  ['2026-11-24T13:00Z', 'preMarket'],
  ['2026-11-24T21:00Z', 'postMarket'],
  ['2026-11-25T02:00Z', 'overNight'],
  ['2026-11-25T08:59:59Z', 'overNight'],
  ['2026-11-25T09:00Z', 'preMarket'],
  ['2026-11-21T12:00Z', 'closed'],
  ['2026-11-26T15:00Z', 'closed'],
  ['2026-11-27T17:59Z', 'regular'],
  ['2026-11-27T18:00Z', 'postMarket'],
  ['2026-11-27T22:00Z', 'closed'],
  // In summer, New York is an hour nearer to UTC.
  ['2026-07-01T13:30Z', 'regular'],
  ['2026-07-01T13:29Z', 'preMarket'],
])('%s: %s', (time, session) => {
  expect(sessionAt(NEW_YORK, Date.parse(time))).toBe(session);
});

it('without the other sessions, a stock is regular or closed', () => {
  const { regular } = NEW_YORK;
  expect(sessionAt({ regular }, Date.parse('2026-11-24T15:00Z'))).toBe('regular');
  expect(sessionAt({ regular }, Date.parse('2026-11-24T21:00Z'))).toBe('closed');
});

it.each([{}, { preMarket: NEW_YORK.preMarket }, { regular: 'soon' }, { regular: '' }])(
  'is unknown without regular hours: %j',
  (schedules) => {
    expect(sessionAt(schedules, Date.parse('2026-11-24T15:00Z'))).toBeNull();
  },
);

it('unreadable hours of one session leave the others alone', () => {
  const schedules = { ...NEW_YORK, preMarket: 'soon' };
  expect(sessionAt(schedules, Date.parse('2026-11-24T13:00Z'))).toBe('closed');
  expect(sessionAt(schedules, Date.parse('2026-11-24T15:00Z'))).toBe('regular');
});

it('from Monday to Thursday there is always a session', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 4 * 1440 - 1 }),
      (week, minute) => {
        const monday = Temporal.PlainDate.from('2027-01-04').add({ weeks: week });
        const local = monday.toPlainDateTime().add({ minutes: minute });
        fc.pre(![25, 26, 27].includes(local.day) || local.month !== 11);
        const time = local.toZonedDateTime('America/New_York').epochMilliseconds;
        expect(sessionAt(NEW_YORK, time)).not.toBe('closed');
      },
    ),
  );
});
