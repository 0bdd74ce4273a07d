import { describe, expect, it } from 'vitest';
import { barDays } from '@/lib/history-service/bar-day.ts';
import { clientOf, startService } from './support.ts';

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
const DAY = 86_400;

const at = (text: string): number => Temporal.ZonedDateTime.from(text).epochMilliseconds / 1_000;
const dateOf = (day: number): string => new Date(day * 1_000).toISOString();

/** The days of a year with both changes of the clock. */
const DATES = Array.from({ length: 365 }, (_, days) =>
  Temporal.PlainDate.from('2026-01-01').add({ days }),
);

function faultsOf(startOf: (date: Temporal.PlainDate) => number, timeZone?: string): string[] {
  const dayOf = barDays(timeZone);
  return DATES.filter(
    (date) => dateOf(dayOf(startOf(date))) !== `${date.toString()}T00:00:00.000Z`,
  ).map((date) => String(date));
}

describe('the date of a bar of a day', () => {
  it('is that of the midnight in the market’s time zone, in every zone and at every change', () => {
    const faults = ZONES.flatMap((timeZone) => {
      const midnight = (date: Temporal.PlainDate): number =>
        date.toZonedDateTime(timeZone).epochMilliseconds / 1_000;
      const found = faultsOf(midnight, timeZone);
      return found.length === 0 ? [] : [`${timeZone}: ${found.join(' ')}`];
    });
    expect(faults).toEqual([]);
  });

  it('is that of 00:00 UTC, whatever the zone', () => {
    const midnight = (date: Temporal.PlainDate): number =>
      date.toZonedDateTime('UTC').epochMilliseconds / 1_000;
    expect(ZONES.flatMap((timeZone) => faultsOf(midnight, timeZone))).toEqual([]);
  });

  it.each([
    ['New York', 'America/New_York', '09:30'],
    ['Chicago', 'America/Chicago', '08:30'],
    ['São Paulo', 'America/Sao_Paulo', '10:00'],
    ['London', 'Europe/London', '08:00'],
    ['Frankfurt', 'Europe/Berlin', '09:00'],
    ['Mumbai', 'Asia/Kolkata', '09:15'],
    ['Tokyo', 'Asia/Tokyo', '09:00'],
    ['Sydney', 'Australia/Sydney', '10:00'],
    ['Wellington', 'Pacific/Auckland', '10:00'],
  ])('is that of the session that begins in %s', (_, timeZone, plainTime) => {
    const opening = (date: Temporal.PlainDate): number =>
      date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds / 1_000;
    expect(faultsOf(opening, timeZone)).toEqual([]);
  });

  it.each(['17:00', '18:00'])('is the day after %s in New York, as for currencies', (plainTime) => {
    const timeZone = 'America/New_York';
    const evening = (date: Temporal.PlainDate): number =>
      date.subtract({ days: 1 }).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds / 1_000;
    expect(faultsOf(evening, timeZone)).toEqual([]);
    expect(faultsOf(evening)).toEqual([]);
  });

  it.each([
    'Asia/Seoul',
    'Asia/Singapore',
    'Asia/Kolkata',
    'America/Los_Angeles',
    'Pacific/Honolulu',
  ])('is that of the service’s own midnight in %s for a market of another zone', (timeZone) => {
    const midnight = (date: Temporal.PlainDate): number =>
      date.toZonedDateTime(timeZone).epochMilliseconds / 1_000;
    expect(faultsOf(midnight, 'America/New_York')).toEqual([]);
    expect(faultsOf(midnight)).toEqual([]);
  });
});

describe('bars of a day from a service', () => {
  const NEW_YORK = 'America/New_York';

  it('that begin at midnight in New York have their dates across the change of the clock', async () => {
    const service = await startService();
    const days = Array.from({ length: 12 }, (_, index) => Date.UTC(2026, 2, 1 + index) / 1_000);
    const starts = days.map((day) => at(`${dateOf(day).slice(0, 10)}T00:00[${NEW_YORK}]`));
    service.fail({ kind: 'body', body: JSON.stringify({ s: 'ok', t: starts, c: starts }) });
    const { candles } = await clientOf(service).getCandles({
      symbol: 'Equity.US.AAPL/USD',
      from: days[0] ?? 0,
      to: (days.at(-1) ?? 0) + DAY / 2,
      resolution: '1D',
      timeZone: NEW_YORK,
    });
    expect(candles.map(({ start }) => start)).toEqual(days);
  });

  it('are requested from a day before to a day after, and only those of the range are kept', async () => {
    const service = await startService();
    const [from, to] = [Date.UTC(2026, 10, 20) / 1_000, Date.UTC(2026, 10, 24) / 1_000];
    // Midnights in Tokyo: the first and the last are outside of the range.
    const starts = [-1, 0, 1, 2, 3, 4, 5].map((day) => from + day * DAY - 9 * 3_600);
    service.fail({ kind: 'body', body: JSON.stringify({ s: 'ok', t: starts, c: starts }) });
    const query = { symbol: 'X', from, to, resolution: '1D', timeZone: 'Asia/Tokyo' } as const;
    const { candles } = await clientOf(service).getCandles(query);
    expect(candles.map(({ start }) => start)).toEqual(
      [0, 1, 2, 3, 4].map((day) => from + day * DAY),
    );
    const asked = service.requests.at(-1)?.query ?? '';
    expect(asked).toContain(`from=${from - DAY}`);
    expect(asked).toContain(`to=${to + DAY + 1}`);
  });
});
