import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closesBefore } from '@/lib/domain/prices/market-closes.ts';
import { marketState } from '@/lib/domain/prices/market-schedule.ts';
import { isMalformed, parseSchedule, type Schedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { CATALOG_ROWS } from '../../../price-service/catalog-table.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const SCHEDULES = [...new Set(CATALOG_ROWS.map(({ schedule }) => schedule))];

function scheduleOf(text: string): Schedule {
  const schedule = parseSchedule({ schedule: text });
  if (isMalformed(schedule)) throw new Error(text);
  return schedule;
}

function closesOf(schedule: string, now: string): string[] {
  return closesBefore(scheduleOf(schedule), Temporal.Instant.from(now))
    .slice(0, 2)
    .map((close) => close.toString({ smallestUnit: 'minute' }));
}

const found = (part: string) => {
  const schedule = SCHEDULES.find((text) => text.includes(part));
  if (!schedule) throw new Error(part);
  return schedule;
};
const US = found('America/New_York;0930-1600');
const TOKYO = found('Asia/Tokyo');
const METAL = found('0119/0000-1430&1800-2400');

describe('the last two closes in 2026', () => {
  it.each([
    ['in the session', US, '11-24T15:00Z', '11-23T21:00Z', '11-20T21:00Z'],
    ['at the close', US, '11-24T21:00Z', '11-24T21:00Z', '11-23T21:00Z'],
    ['on Sunday', US, '11-22T12:00Z', '11-20T21:00Z', '11-19T21:00Z'],
    ['just before it', US, '11-24T20:59:59.999Z', '11-23T21:00Z', '11-20T21:00Z'],
    ['before the opening on Monday', US, '11-23T14:00Z', '11-20T21:00Z', '11-19T21:00Z'],
    ['after Thanksgiving', US, '11-27T15:00Z', '11-25T21:00Z', '11-24T21:00Z'],
    ['after the half day', US, '11-27T18:00Z', '11-27T18:00Z', '11-25T21:00Z'],
    ['after summer time began', US, '03-09T21:00Z', '03-09T20:00Z', '03-06T21:00Z'],
    ['after summer time ended', US, '11-02T22:00Z', '11-02T21:00Z', '10-30T20:00Z'],
    ['at noon in Tokyo, which is a break', TOKYO, '11-25T03:00Z', '11-24T06:30Z', '11-20T06:30Z'],
    ['of metals in the evening pause', METAL, '11-24T22:30Z', '11-24T22:00Z', '11-23T22:00Z'],
    ['of metals after an early close', METAL, '01-19T20:00Z', '01-19T19:30Z', '01-16T22:00Z'],
    ['of metals on Sunday evening', METAL, '11-22T23:30Z', '11-20T22:00Z', '11-19T22:00Z'],
  ])('%s', (_, schedule, now, ...closes) => {
    expect(closesOf(schedule, `2026-${now}`)).toEqual(closes.map((close) => `2026-${close}`));
  });
});

const instant = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2035, 0, 1) / 1000 })
  .map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000));

/** Sessions within a day: one, or two around a break. */
const session = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 4, maxLength: 4 })
  .map((quarters) => quarters.toSorted((a, b) => a - b).map(quarterText))
  .chain(([a, b, c, d]) => fc.constantFrom('C', `${a}-${b}`, `${a}-${b}&${c}-${d}`));

function quarterText(quarter: number): string {
  return `${String(Math.floor(quarter / 4)).padStart(2, '0')}${String((quarter % 4) * 15).padStart(2, '0')}`;
}

const weekly = fc
  .tuple(
    fc.constantFrom(...ZONES),
    fc.array(session, { minLength: 7, maxLength: 7 }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), session), {
      maxLength: 4,
    }),
  )
  .map(([zone, days, holidays]) => {
    const dates = holidays.map(([month, day, hours]) => `${pad(month)}${pad(day)}/${hours}`);
    return `${zone};${days.join(',')};${dates.join(',')}`;
  });

function pad(n: number): string {
  return String(n).padStart(2, '0');
}

/** The end of the last session of each local date, found date by date. */
function lastSessionEnds(schedule: Schedule, now: Temporal.Instant): string[] {
  const today = now.toZonedDateTimeISO(schedule.timeZone).toPlainDate();
  const ends: Temporal.Instant[] = [];
  for (let days = 25; days >= 0; days -= 1) {
    const date = today.subtract({ days });
    const sessions =
      schedule.holidays.get(`${pad(date.month)}${pad(date.day)}`) ??
      schedule.days[date.dayOfWeek - 1];
    const last = sessions?.at(-1);
    if (!last) continue;
    const local = date.toPlainDateTime().add({ minutes: last.until });
    ends.push(local.toZonedDateTime(schedule.timeZone).toInstant());
  }
  return ends
    .filter((end) => Temporal.Instant.compare(end, now) <= 0)
    .map(String)
    .toReversed();
}

describe('for any hours, in any time zone, with holidays and half days', () => {
  it('is the end of the last session of a day', () => {
    fc.assert(
      fc.property(weekly, instant, (text, now) => {
        const schedule = scheduleOf(text);
        // Sessions that meet at midnight are one, so the first day has no close.
        fc.pre(!/-2400/.test(text));
        const closes = closesBefore(schedule, now).map(String);
        const expected = lastSessionEnds(schedule, now);
        expect(closes.slice(0, expected.length)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('every market of the catalog was open just before a close, and closes in order', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCHEDULES), instant, (text, now) => {
        const schedule = scheduleOf(text);
        const closes = closesBefore(schedule, now);
        expect(closes.map(String)).toEqual(
          closes.toSorted((a, b) => Temporal.Instant.compare(b, a)).map(String),
        );
        for (const close of closes) {
          expect(marketState(schedule, close).open).toBe(false);
          expect(marketState(schedule, close.subtract({ seconds: 1 })).open).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});
