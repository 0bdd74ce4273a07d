import { afterEach, describe, expect, it, vi } from 'vitest';
import { changeStart, isAfterClose, isChangeStart } from '@/lib/domain/history/change-start.ts';
import { buildCatalog } from '../../../price-service/catalog.ts';

const CATALOG = buildCatalog(0);
const attributesOf = (symbol: string) =>
  CATALOG.find(({ attributes }) => attributes['symbol'] === symbol)?.attributes;
const APPLE = attributesOf('Equity.US.AAPL/USD');
const EURO = attributesOf('FX.EUR/USD');
const BITCOIN = attributesOf('Crypto.BTC/USD');

const seconds = (time: string): number => Date.parse(time) / 1_000;
const closeAt = (attributes: typeof APPLE, now: string, published = now): string | null => {
  const time = changeStart('close', attributes, {
    nowSeconds: seconds(now),
    publishTime: seconds(published),
  });
  return time === null ? null : new Date(time * 1_000).toISOString().slice(0, 16);
};

afterEach(() => void vi.restoreAllMocks());

describe('the change since the previous close starts', () => {
  it.each<[what: string, attributes: typeof APPLE, now: string, start: string]>([
    ['for crypto, at midnight UTC', BITCOIN, '2026-11-21T12:00Z', '2026-11-21T00:00'],
    ['for crypto, a minute after midnight', BITCOIN, '2026-11-21T00:00:59Z', '2026-11-20T00:00'],
    ['for a currency on Friday, on Thursday', EURO, '2026-11-20T15:00Z', '2026-11-19T22:00'],
    ['for a currency on Monday, on Friday', EURO, '2026-11-23T15:00Z', '2026-11-20T22:00'],
    ['for a currency in summer, an hour earlier', EURO, '2026-10-30T15:00Z', '2026-10-29T21:00'],
    ['for a currency after the clock change', EURO, '2026-11-03T15:00Z', '2026-11-02T22:00'],
    ['for a stock in its session', APPLE, '2026-11-24T15:00Z', '2026-11-23T21:00'],
    ['for a stock after a half day', APPLE, '2026-11-30T15:00Z', '2026-11-27T18:00'],
    ['for a stock after the clock change', APPLE, '2026-11-02T15:00Z', '2026-10-30T20:00'],
  ])('%s', (_what, attributes, now, start) => {
    expect(closeAt(attributes, now)).toBe(start);
  });

  it('a session earlier while the market is closed and the feed has no newer price', () => {
    expect(closeAt(APPLE, '2026-11-27T19:00Z', '2026-11-27T17:59:59Z')).toBe('2026-11-25T21:00');
    expect(closeAt(APPLE, '2026-11-27T19:00Z', '2026-11-27T18:00:30Z')).toBe('2026-11-25T21:00');
    expect(closeAt(EURO, '2026-11-21T12:00Z', '2026-11-20T21:59:59Z')).toBe('2026-11-19T22:00');
  });

  it('at the last close after hours, and says so', () => {
    const now = seconds('2026-11-27T19:00Z');
    const [last, before] = [seconds('2026-11-27T18:00Z'), seconds('2026-11-25T21:00Z')];
    expect(closeAt(APPLE, '2026-11-27T19:00Z')).toBe('2026-11-27T18:00');
    expect(isAfterClose(APPLE, last, now)).toBe(true);
    expect(isAfterClose(APPLE, before, now)).toBe(false);
    expect(isAfterClose(APPLE, last, seconds('2026-11-30T15:00Z'))).toBe(false);
  });

  it('at no time if the hours are not known', () => {
    expect(closeAt({ asset_type: 'Equity', schedule: 'nonsense' }, '2026-11-24T15:00Z')).toBeNull();
  });
});

it('a stored start counts until two minutes after the next one does', () => {
  const isStart = (time: string, now: string): boolean =>
    isChangeStart('close', seconds(time), { nowSeconds: seconds(now), attributes: EURO });
  expect(isStart('2026-11-23T22:00Z', '2026-11-24T22:02:59Z')).toBe(true);
  expect(isStart('2026-11-23T22:00Z', '2026-11-24T22:03Z')).toBe(false);
  expect(isStart('2026-11-24T22:00Z', '2026-11-24T22:03Z')).toBe(true);
  expect(isStart('2026-11-20T22:00Z', '2026-11-24T12:00Z')).toBe(false);
});

it.each([
  // Lebanon's clocks skip 00:00 when its summer time begins.
  ['Asia/Beirut', '2026-03-29T09:00Z', '2026-03-28T22:00Z'],
  ['Asia/Tokyo', '2026-03-29T09:00Z', '2026-03-28T15:00Z'],
  ['Asia/Tokyo', '2026-03-29T15:00:30Z', '2026-03-28T15:00Z'],
  ['Asia/Tokyo', '2026-03-29T15:01Z', '2026-03-29T15:00Z'],
])('today begins in %s at %s', (zone, now, start) => {
  vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValue(zone);
  expect(changeStart('today', APPLE, { nowSeconds: seconds(now) })).toBe(seconds(start));
});
