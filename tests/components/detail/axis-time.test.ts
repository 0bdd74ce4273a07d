import { describe, expect, it } from 'vitest';
import { timeTicks } from '@/components/detail/chart/axis-time.ts';

const HOUR = 3_600;
const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

/** The changes of a zone's clock in 2026. */
function changesOf(timeZone: string): number[] {
  const changes: number[] = [];
  const end = Temporal.Instant.from('2027-01-01T00:00Z');
  let next: Temporal.ZonedDateTime | null = Temporal.Instant.from('2026-01-01T00:00Z')
    .toZonedDateTimeISO(timeZone)
    .getTimeZoneTransition('next');
  while (next && next.epochMilliseconds < end.epochMilliseconds) {
    changes.push(next.epochMilliseconds / 1_000);
    next = next.getTimeZoneTransition('next');
  }
  return changes;
}

function zoned(seconds: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1_000).toZonedDateTimeISO(timeZone);
}

describe('the axis of days', () => {
  it('has dates without a time of day, in no time zone', () => {
    const [from, to] = [Date.UTC(2026, 10, 20) / 1_000, Date.UTC(2026, 10, 22) / 1_000];
    const ticks = timeTicks(from, to, 12, { timeZone: 'America/New_York', areDays: true });
    expect(ticks.map(({ label }) => label)).toEqual(['Nov 20', 'Nov 21', 'Nov 22']);
  });

  it('has two dates within a month where there is room for no more', () => {
    const [from, to] = [Date.UTC(2026, 9, 30) / 1_000, Date.UTC(2026, 10, 29) / 1_000];
    const ticks = timeTicks(from, to, 2.5, { areDays: true });
    expect(ticks.map(({ label }) => label)).toEqual(['Nov 3', 'Nov 18']);
  });
});

describe('hours on the axis', () => {
  it('count from midnight on the day of a change of the clock', () => {
    const timeZone = 'America/New_York';
    const from = Temporal.ZonedDateTime.from('2026-03-07T18:00[America/New_York]');
    const seconds = from.epochMilliseconds / 1_000;
    const ticks = timeTicks(seconds + 1, seconds + 24 * HOUR, 5, { timeZone });
    expect(ticks.map(({ label }) => label.replace('\u202F', ' '))).toEqual([
      '12:00 AM',
      '6:00 AM',
      '12:00 PM',
      '6:00 PM',
    ]);
  });

  it('are round in every time zone, before and after each change, without a gap', () => {
    const faults: string[] = [];
    let changes = 0;
    for (const timeZone of ZONES) {
      for (const change of changesOf(timeZone)) {
        changes += 1;
        for (const hours of [1, 2, 3, 6, 12]) {
          const from = change - 24 * HOUR + 61;
          const ticks = timeTicks(from, change + 24 * HOUR, 48 / hours, { timeZone });
          const times = ticks.map(({ seconds }) => zoned(seconds, timeZone).toPlainTime());
          const isRound = times.every(
            ({ hour, minute, second }) => hour % hours === 0 && minute + second === 0,
          );
          const gaps = ticks.slice(1).map(({ seconds }, at) => seconds - (ticks[at]?.seconds ?? 0));
          // A change of at most two hours, and a step that may lie in the hour that is left out.
          const isEven = gaps.every((gap) => gap > 0 && gap <= (2 * hours + 2) * HOUR);
          const most = gaps.filter((gap) => gap !== hours * HOUR).length;
          if (!isRound || !isEven || most > 2) faults.push(`${timeZone} ${change} ${hours} h`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(changes).toBeGreaterThan(100);
  });

  it('of a repeated hour are both there', () => {
    const change = changesOf('Australia/Lord_Howe')[0] ?? 0;
    const ticks = timeTicks(change - 2 * HOUR, change + 2 * HOUR, 16, {
      timeZone: 'Australia/Lord_Howe',
    });
    const labels = ticks.map(({ label }) => label.replace('\u202F', ' '));
    // The clock goes back by half an hour at 2:00.
    expect(labels.filter((label) => label === '1:30 AM')).toHaveLength(2);
  });

  it('are days where a day begins, even if it begins at 1:00', () => {
    for (const timeZone of ['America/Santiago', 'Africa/Cairo', 'Asia/Beirut', 'Asia/Kathmandu']) {
      const ticks = timeTicks(1_767_225_600, 1_767_225_600 + 40 * 24 * HOUR, 50, { timeZone });
      expect(ticks.length).toBeGreaterThanOrEqual(39);
      for (const { seconds } of ticks) {
        const time = zoned(seconds, timeZone);
        expect(time.epochMilliseconds).toBe(time.startOfDay().epochMilliseconds);
      }
    }
  });
});
