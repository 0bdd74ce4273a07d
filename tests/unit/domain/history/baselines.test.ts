import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { previousClose, startOfToday } from '@/lib/domain/history/baselines.ts';
import { CATALOG_ROWS } from '../../../price-service/catalog-table.ts';
import { buildCatalog } from '../../../price-service/catalog.ts';

const CATALOG = buildCatalog(0);
const ZONES = Intl.supportedValuesOf('timeZone');

function attributesOf(symbol: string): Record<string, string> {
  const feed = CATALOG.find(({ attributes }) => attributes['symbol'] === symbol);
  if (!feed) throw new Error(symbol);
  return feed.attributes;
}

const EURO = attributesOf('FX.EUR/USD');
const APPLE = attributesOf('Equity.US.AAPL/USD');
const BITCOIN = attributesOf('Crypto.BTC/USD');
const GOLD = attributesOf('Metal.XAU/USD');

const instant = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2035, 0, 1) / 1000 })
  .map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000));

/** `11-24T15:00`, in UTC. */
const in2026 = (time: string) => Temporal.Instant.from(`2026-${time}Z`);
const CLOSED = 'UTC;C,C,C,C,C,C,C;';
const HOURS = APPLE['schedule'] ?? '';

describe('the previous close', () => {
  it.each<
    [string, Record<string, string>, now: string, rule: string, last: string, before: string]
  >([
    [
      'of a stock in its session',
      APPLE,
      '11-24T15:00',
      'market-close',
      '11-23T21:00',
      '11-20T21:00',
    ],
    ['of a stock after hours', APPLE, '11-27T19:00', 'market-close', '11-27T18:00', '11-25T21:00'],
    ['of a currency before 17:00', EURO, '11-24T21:59', 'new-york', '11-23T22:00', '11-20T22:00'],
    ['of a currency at 17:00', EURO, '11-24T22:00', 'new-york', '11-24T22:00', '11-23T22:00'],
    ['of a currency on Saturday', EURO, '11-21T12:00', 'new-york', '11-20T22:00', '11-19T22:00'],
    ['of a currency in summer', EURO, '07-01T12:00', 'new-york', '06-30T21:00', '06-29T21:00'],
    ['of a coin', BITCOIN, '11-22T12:00', 'utc-midnight', '11-22T00:00', '11-21T00:00'],
    ['of gold on Christmas Day', GOLD, '12-25T12:00', 'market-close', '12-24T18:45', '12-23T22:00'],
  ])('%s', (_, attributes, now, rule, last, before) => {
    const timeZone = rule === 'utc-midnight' ? 'UTC' : 'America/New_York';
    const found = previousClose(attributes, in2026(now));
    expect(found && { ...found, last: String(found.last), before: String(found.before) }).toEqual({
      rule,
      timeZone,
      last: String(in2026(last)),
      before: String(in2026(before)),
    });
  });

  it.each<[what: string, attributes: Record<string, string>, rule: string | undefined]>([
    ['a rate that is closed on holidays only', attributesOf('Rates.SOFR'), 'utc-midnight'],
    ['an unknown type that never closes', { asset_type: 'Eco' }, 'utc-midnight'],
    ['an unknown type with hours', { asset_type: 'Eco', schedule: HOURS }, 'market-close'],
    ['an index of coins', { asset_type: 'Crypto Index', schedule: HOURS }, 'utc-midnight'],
    ['a stock with unreadable hours', { ...APPLE, schedule: 'soon' }, undefined],
    ['a currency with unreadable hours', { ...EURO, schedule: 'soon' }, 'new-york'],
    ['a stock that never opens', { ...APPLE, schedule: CLOSED }, undefined],
    ['a currency that never opens', { ...EURO, schedule: CLOSED }, undefined],
    ['nothing known', {}, 'utc-midnight'],
  ])('rule of %s', (_, attributes, rule) => {
    expect(previousClose(attributes, Temporal.Instant.from('2026-11-24T15:00Z'))?.rule).toBe(rule);
  });

  it('of a currency has no close at weekends, even if its hours are unreadable', () => {
    const unreadable = { ...EURO, schedule: 'soon' };
    const close = previousClose(unreadable, Temporal.Instant.from('2026-11-22T23:00Z'));
    expect(String(close?.last)).toBe('2026-11-20T22:00:00Z');
  });

  it('of a holiday of a currency is the day before', () => {
    const closed = { ...EURO, schedule: `${EURO['schedule']},1125/C,1126/C` };
    // 17:00 on the 24th to 17:00 on the 25th has open time; the next day has none.
    const close = previousClose(closed, Temporal.Instant.from('2026-11-26T23:00Z'));
    expect(String(close?.last)).toBe('2026-11-25T22:00:00Z');
  });

  it('of every feed at every time is in the past, and the one before is earlier', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CATALOG), instant, ({ attributes }, now) => {
        const close = previousClose(attributes, now);
        if (!close) throw new Error('no close');
        expect(Temporal.Instant.compare(close.before, close.last)).toBe(-1);
        expect(Temporal.Instant.compare(close.last, now)).toBeLessThan(1);
        expect(now.since(close.last).total('days')).toBeLessThan(12);
      }),
    );
  });

  it('of a currency is always at 17:00 in New York, and none is left out', () => {
    fc.assert(
      fc.property(instant, (now) => {
        const close = previousClose(EURO, now);
        const local = close?.last.toZonedDateTimeISO('America/New_York');
        expect(local?.toPlainTime().toString()).toBe('17:00:00');
        // The next close, on the next day from Monday to Friday, is still to come.
        let next = local?.add({ days: 1 });
        while (next && next.dayOfWeek > 5) next = next.add({ days: 1 });
        expect(next && Temporal.Instant.compare(next.toInstant(), now)).toBe(1);
      }),
    );
  });
});

describe('today', () => {
  it('begins with the first instant of the date, in every time zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), instant, (zone, now) => {
        const start = startOfToday(now, zone);
        const dateOf = (at: Temporal.Instant) => String(at.toZonedDateTimeISO(zone).toPlainDate());
        expect(Temporal.Instant.compare(start, now)).toBeLessThan(1);
        expect(dateOf(start)).toBe(dateOf(now));
        expect(dateOf(start.subtract({ nanoseconds: 1 }))).not.toBe(dateOf(now));
        expect(now.since(start).total('hours')).toBeLessThan(26);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['summer time that begins at midnight', '04-24T12:00', 'Africa/Cairo', '04-23T22:00'],
    ['a day of 23 hours', '03-29T12:00', 'Europe/Berlin', '03-28T23:00'],
    ['a day of 25 hours', '10-25T12:00', 'Europe/Berlin', '10-24T22:00'],
    ['ahead of UTC', '11-24T11:00', 'Pacific/Kiritimati', '11-24T10:00'],
  ])('%s', (_, now, zone, start) => {
    expect(String(startOfToday(in2026(now), zone))).toBe(String(in2026(start)));
  });
});

it('the catalog has feeds of every rule', () => {
  const now = Temporal.Instant.from('2026-11-24T15:00Z');
  const rules = CATALOG.map(({ attributes }) => previousClose(attributes, now)?.rule);
  expect(new Set(rules)).toEqual(new Set(['market-close', 'new-york', 'utc-midnight']));
  expect(CATALOG).toHaveLength(CATALOG_ROWS.length);
});
