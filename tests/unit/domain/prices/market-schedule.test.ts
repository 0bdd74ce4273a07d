import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMarketOpen, marketState, wasClosed } from '@/lib/domain/prices/market-schedule.ts';
import { isMalformed, parseSchedule, type Schedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { recordedSchedules } from './shared-data.ts';

const SHARES = week('0930-1600', 5);
const NEW_YORK = `America/New_York;${SHARES};0101/C,0703/0930-1300,1126/C,1127/0930-1300,1225/C`;
const CURRENCIES = 'America/New_York;O,O,O,O,0000-1700,C,1700-2400;1224/0000-1700';
const METALS =
  'America/New_York;0000-1700&1800-2400,0000-1700&1800-2400,0000-1700&1800-2400,' +
  '0000-1700&1800-2400,0000-1700,C,1800-2400;1225/C';
const TOKYO = `Asia/Tokyo;${week('0900-1130&1230-1530', 5)};0112/C`;
const OVERNIGHT = 'Europe/London;0000-2300,0100-2300,0100-2300,0100-2300,0100-2300,C,2300-2400';

function week(hours: string, days: number): string {
  return Array.from({ length: 7 }, (_, day) => (day < days ? hours : 'C')).join(',');
}

function schedule(text: string): Schedule {
  const parsed = parseSchedule({ schedule: text });
  if (isMalformed(parsed)) throw new TypeError(`malformed: ${text}`);
  return parsed;
}

/** Returns the state at a zoned local time, with the next changes in the same zone. */
function at(text: string, local: string) {
  const parsed = schedule(text);
  const moment = Temporal.PlainDateTime.from(local).toZonedDateTime(parsed.timeZone).toInstant();
  const state = marketState(parsed, moment);
  const wall = (instant: Temporal.Instant | null) =>
    instant?.toZonedDateTimeISO(parsed.timeZone).toPlainDateTime().toString({
      smallestUnit: 'minute',
    }) ?? null;
  return {
    open: state.open,
    change: wall(state.nextChange),
    opens: wall(state.nextOpening),
    closes: wall(state.nextClosing),
    isHoliday: state.isHoliday,
  };
}

describe('marketState', () => {
  it.each([
    ['before the bell', NEW_YORK, '2026-11-20T09:29:59', false, '2026-11-20T09:30'],
    ['at the bell', NEW_YORK, '2026-11-20T09:30', true, '2026-11-20T16:00'],
    ['before the close', NEW_YORK, '2026-11-20T15:59:59', true, '2026-11-20T16:00'],
    ['at the close', NEW_YORK, '2026-11-20T16:00', false, '2026-11-23T09:30'],
    ['at the weekend', NEW_YORK, '2026-11-21T12:00', false, '2026-11-23T09:30'],
    ['the evening before a holiday', NEW_YORK, '2026-11-25T17:00', false, '2026-11-27T09:30'],
    ['on a holiday', NEW_YORK, '2026-11-26T12:00', false, '2026-11-27T09:30'],
    ['on a half day', NEW_YORK, '2026-11-27T12:00', true, '2026-11-27T13:00'],
    ['after a half day', NEW_YORK, '2026-11-27T13:00', false, '2026-11-30T09:30'],
    ['over the year', NEW_YORK, '2026-12-31T16:00', false, '2027-01-04T09:30'],
    ['in the morning in Tokyo', TOKYO, '2026-11-20T11:00', true, '2026-11-20T11:30'],
    ['at lunch in Tokyo', TOKYO, '2026-11-20T11:30', false, '2026-11-20T12:30'],
    ['after lunch in Tokyo', TOKYO, '2026-11-20T12:30', true, '2026-11-20T15:30'],
    ['currencies on Friday evening', CURRENCIES, '2026-11-20T17:00', false, '2026-11-22T17:00'],
    ['currencies before Sunday 17:00', CURRENCIES, '2026-11-22T16:59', false, '2026-11-22T17:00'],
    ['currencies from Sunday 17:00', CURRENCIES, '2026-11-22T17:00', true, '2026-11-27T17:00'],
    ['currencies over midnight', CURRENCIES, '2026-11-24T23:59', true, '2026-11-27T17:00'],
    ['currencies before Christmas', CURRENCIES, '2026-12-23T12:00', true, '2026-12-24T17:00'],
    ['currencies at Christmas', CURRENCIES, '2026-12-24T18:00', false, '2026-12-25T00:00'],
    ['metals in the daily break', METALS, '2026-11-24T17:30', false, '2026-11-24T18:00'],
    ['metals after the break', METALS, '2026-11-24T18:00', true, '2026-11-25T17:00'],
    ['metals into a closed day', METALS, '2026-12-24T20:00', true, '2026-12-25T00:00'],
    ['a session from Sunday into Monday', OVERNIGHT, '2026-11-22T23:30', true, '2026-11-23T23:00'],
  ])('%s', (_, text, local, open, change) => {
    expect(at(text, local)).toMatchObject({ open, change });
  });

  it('returns the next opening and the next closing, open or closed', () => {
    expect(at(NEW_YORK, '2026-11-25T12:00')).toMatchObject({
      closes: '2026-11-25T16:00',
      opens: '2026-11-27T09:30',
    });
    expect(at(NEW_YORK, '2026-11-26T12:00')).toMatchObject({
      opens: '2026-11-27T09:30',
      closes: '2026-11-27T13:00',
    });
  });

  it.each([
    ['2026-11-26T12:00', true],
    ['2026-11-27T23:00', false],
    ['2026-11-25T12:00', false],
    // Saturdays are closed anyway.
    ['2027-12-25T12:00', false],
  ])('returns whether %s is a holiday', (local, isHoliday) => {
    expect(at(NEW_YORK, local).isHoliday).toBe(isHoliday);
  });

  it.each([
    // Clocks go forward on 2026-03-08 and back on 2026-11-01 in New York.
    ['2026-03-06T21:30:00Z', '2026-03-09T13:30:00Z'],
    ['2026-10-30T21:30:00Z', '2026-11-02T14:30:00Z'],
  ])('opens at the same local time after a clock change: %s', (now, opens) => {
    const state = marketState(schedule(NEW_YORK), Temporal.Instant.from(now));
    expect(String(state.nextOpening)).toBe(opens);
  });

  it.each([
    ['2026-03-07T12:00:00Z', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
    ['2026-10-31T12:00:00Z', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ])('handles days of 23 and 25 hours: %s', (now, opens, closes) => {
    const sundays = schedule('America/New_York;C,C,C,C,C,C,O');
    const state = marketState(sundays, Temporal.Instant.from(now));
    expect(String(state.nextOpening)).toBe(opens);
    expect(String(state.nextClosing)).toBe(closes);
  });

  it('ignores a session that the clock change skips', () => {
    // 02:00–03:00 did not exist on 2026-03-08.
    const text = `America/New_York;C,C,C,C,C,C,0230-0300;`;
    const state = marketState(schedule(text), Temporal.Instant.from('2026-03-08T05:00:00Z'));
    expect(String(state.nextOpening)).toBe('2026-03-15T06:30:00Z');
  });

  it('never changes if always open, and never opens if always closed', () => {
    expect(at(`Asia/Tokyo;${week('O', 7)};`, '2026-11-20T11:00')).toMatchObject({
      open: true,
      change: null,
      opens: null,
      closes: null,
    });
    expect(at(`Asia/Tokyo;${week('C', 7)};`, '2026-11-20T11:00')).toMatchObject({
      open: false,
      change: null,
      opens: null,
      closes: null,
    });
  });

  it('finds the only holiday of a year', () => {
    const text = `GMT;${week('O', 7)};1225/C`;
    expect(at(text, '2026-12-26T00:00')).toMatchObject({ open: true, change: '2027-12-25T00:00' });
    expect(at(text, '2026-12-25T00:00')).toMatchObject({ open: false, change: '2026-12-26T00:00' });
    // Not within the years that are searched.
    const leap = `GMT;${week('O', 7)};0229/C`;
    expect(at(leap, '2026-12-25T00:00')).toMatchObject({ open: true, change: null });
  });

  it('supports instants before 1970', () => {
    expect(at(NEW_YORK, '1969-12-29T12:00')).toMatchObject({ open: true });
    expect(at(NEW_YORK, '1960-02-28T12:00')).toMatchObject({ open: false });
  });
});

describe('isMarketOpen', () => {
  const texts = [NEW_YORK, CURRENCIES, METALS, TOKYO, OVERNIGHT];
  const from = Date.UTC(2026, 0, 1);
  const anyTime = fc.integer({ min: from, max: Date.UTC(2027, 0, 1) });

  it('agrees with an uncached calculation for any order of calls', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(anyTime, { minLength: 1 }), (text, times) => {
        for (const time of times) {
          expect(isMarketOpen(schedule(text), time)).toBe(openByWallClock(schedule(text), time));
        }
      }),
    );
  });

  it('changes exactly at the next change', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), anyTime, (text, time) => {
        const parsed = schedule(text);
        const { open, nextChange } = marketState(
          parsed,
          Temporal.Instant.fromEpochMilliseconds(time),
        );
        const change = nextChange?.epochMilliseconds ?? 0;
        expect(change).toBeGreaterThan(time);
        expect(isMarketOpen(parsed, change - 1)).toBe(open);
        expect(isMarketOpen(parsed, change)).toBe(!open);
      }),
    );
  });

  it('is true without a schedule and with a malformed one', () => {
    expect(isMarketOpen(parseSchedule(undefined), from)).toBe(true);
    expect(isMarketOpen(parseSchedule({ schedule: 'nonsense' }), from)).toBe(true);
  });

  it('agrees with the local time for every recorded schedule, hour by hour over a week', (context) => {
    const start = Date.UTC(2026, 9, 29, 0, 15);
    for (const text of recordedSchedules(context)) {
      const parsed = schedule(text);
      for (let hour = 0; hour < 7 * 24; hour += 1) {
        const time = start + hour * 3_600_000;
        if (isMarketOpen(parsed, time) === openByWallClock(parsed, time)) continue;
        expect.fail(`${text} at ${new Date(time).toISOString()}`);
      }
    }
  });
});

/** An independent calculation: the local time from Intl, compared with the sessions of the day. */
function openByWallClock({ timeZone, days, holidays }: Schedule, time: number): boolean {
  const parts = wallClock(timeZone).formatToParts(time);
  const part = (type: string) => parts.find((item) => item.type === type)?.value ?? '';
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday'));
  const minutes = Number(part('hour')) * 60 + Number(part('minute'));
  const sessions = holidays.get(part('month') + part('day')) ?? days[weekday] ?? [];
  return sessions.some(({ from, until }) => minutes >= from && minutes < until);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function wallClock(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(timeZone, clock);
  return clock;
}

it('a market was closed for a time only if it was closed at its start and did not open', () => {
  const shares = schedule(`GMT;${SHARES}`);
  const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
  const [night, day, evening] = ['T20:00Z', 'T15:00Z', 'T17:00Z'].map(
    (time) => `2026-11-24${time}`,
  );
  expect(wasClosed(shares, instant(night!), instant('2026-11-25T09:00Z'))).toBe(true);
  expect(wasClosed(shares, instant(night!), instant('2026-11-25T10:00Z'))).toBe(false);
  expect(wasClosed(shares, instant(day!), instant(evening!))).toBe(false);
});
