import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isQuiet,
  quietHoursSchema,
  type QuietHours,
} from '@/lib/domain/alerts/model/quiet-hours.ts';
import { endOfSnooze } from '@/lib/domain/alerts/model/rule-changes.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
const night = hours('22:00', '07:00');
const nights = (...days: number[]) => hours('22:00', '07:00', days);
const toHalfPast2 = hours('22:00', '02:30');

function hours(from: string, to: string, days = EVERY_DAY): QuietHours {
  return { enabled: true, from, to, days };
}

function instant(text: string): number {
  return Temporal.ZonedDateTime.from(text).epochMilliseconds;
}

const inBerlin = (text: string): number => instant(`${text}[Europe/Berlin]`);

/** The first whole minute after `at` that is not quiet. */
function endOfQuiet(quiet: QuietHours, at: number, timeZone: string): number {
  let end = Math.floor(at / 60_000) * 60_000;
  while (isQuiet(quiet, end, timeZone) || end < at) end += 60_000;
  return end;
}

/** Hours from `at` to the end of the quiet hours. */
function hoursLeft(at: string): number {
  const begin = inBerlin(at);
  return (endOfQuiet(night, begin, BERLIN) - begin) / 3_600_000;
}

describe('quiet hours', () => {
  it.each<[string, QuietHours, string, string | null]>([
    ['apply before midnight', night, '2026-11-20T23:00', '2026-11-21T07:00'],
    ['apply after midnight', night, '2026-11-21T06:59:59', '2026-11-21T07:00'],
    ['include their start', night, '2026-11-20T22:00', '2026-11-21T07:00'],
    ['exclude their end', night, '2026-11-21T07:00', null],
    ['do not apply during the day', night, '2026-11-21T12:00', null],
    [
      'may start and end on one day',
      hours('12:00', '13:30'),
      '2026-11-21T13:00',
      '2026-11-21T13:30',
    ],
    ['continue after midnight of a chosen day', nights(5), '2026-11-21T03:00', '2026-11-21T07:00'],
    ['do not apply if they did not begin on a chosen day', nights(6), '2026-11-21T03:00', null],
    ['never apply if no day is chosen', nights(), '2026-11-21T03:00', null],
    ['never apply when disabled', { ...night, enabled: false }, '2026-11-21T03:00', null],
    // Clocks go forward 02:00 → 03:00 on 2026-03-29: this night lasts 8 hours.
    ['last across the change to summer time', night, '2026-03-29T01:59', '2026-03-29T07:00'],
    ['may end at a skipped time', toHalfPast2, '2026-03-29T01:59', '2026-03-29T03:30+02:00'],
    [
      'may run into the next period because of a time change',
      hours('03:00', '02:30'),
      '2026-03-29T01:00',
      '2026-03-30T02:30',
    ],
    // Clocks go back 03:00 → 02:00 on 2026-10-25.
    ['last across the change to winter time', night, '2026-10-25T02:30+01:00', '2026-10-25T07:00'],
    [
      'end at the first occurrence of a repeated time',
      toHalfPast2,
      '2026-10-25T02:29+02:00',
      '2026-10-25T02:30+02:00',
    ],
    ['do not apply after that first occurrence', toHalfPast2, '2026-10-25T02:15+01:00', null],
  ])('%s', (_name, quiet, at, end) => {
    expect(isQuiet(quiet, inBerlin(at), BERLIN)).toBe(end !== null);
    if (end !== null) expect(endOfQuiet(quiet, inBerlin(at), BERLIN)).toBe(inBerlin(end));
  });

  it('end at the set local time, whatever the clocks do', () => {
    expect(hoursLeft('2026-03-28T22:00')).toBe(8);
    expect(hoursLeft('2026-10-24T22:00')).toBe(10);
    expect(hoursLeft('2026-11-20T22:00')).toBe(9);
  });

  it('apply until their end and not after it, around every time change of the year', () => {
    const minutes = fc.integer({ min: 0, max: 1_439 }).map((n) => {
      return `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`;
    });
    const changes = [
      '2026-03-29T02:00[Europe/Berlin]',
      '2026-10-25T02:00[Europe/Berlin]',
      '2026-03-08T02:00[America/New_York]',
      '2026-11-01T01:00[America/New_York]',
    ].map(instant);
    fc.assert(
      fc.property(
        fc.tuple(minutes, minutes).filter(([from, to]) => from !== to),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
        fc.constantFrom(...changes),
        fc.integer({ min: -2_880, max: 2_880 }),
        fc.constantFrom(BERLIN, NEW_YORK, 'Australia/Lord_Howe', 'Asia/Kathmandu'),
        ([from, to], days, change, offset, timeZone) => {
          const quiet = hours(from, to, days);
          const at = change + offset * 60_000;
          if (!isQuiet(quiet, at, timeZone)) return;
          const end = endOfQuiet(quiet, at, timeZone);
          const time = Temporal.Instant.fromEpochMilliseconds(end).toZonedDateTimeISO(timeZone);
          const isChanged = Math.abs(end - change) <= 2 * 3_600_000;
          if (!isChanged) expect(time.toPlainTime().toString({ smallestUnit: 'minute' })).toBe(to);
          expect(isQuiet(quiet, end - 1, timeZone)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('are rejected with an invalid time or an end equal to the start', () => {
    expect(quietHoursSchema.safeParse(night).success).toBe(true);
    for (const bad of [
      hours('24:00', '07:00'),
      hours('7:00', '08:00'),
      hours('07:00', '07:00'),
      hours('22:00', '07:00', [0]),
    ]) {
      expect(quietHoursSchema.safeParse(bad).success).toBe(false);
    }
  });
});

describe('a snooze', () => {
  const now = inBerlin('2026-03-28T23:30');

  it.each([
    ['1-hour', 1],
    // 8 a.m., an hour sooner because the clocks go forward.
    ['until-tomorrow', 7.5],
  ] as const)('of %s ends after %f hours', (choice, length) => {
    expect((endOfSnooze(choice, now, BERLIN) - now) / 3_600_000).toBe(length);
  });
});
