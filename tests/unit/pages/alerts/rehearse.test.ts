import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeRule, moves, REPEATING } from '../../domain/alerts/builders.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import type { AlertRuleInput } from '@/lib/domain/alerts/model/rule.ts';
import { rehearsalWords } from '@/lib/domain/alerts/text/rehearsal-words.ts';
import type { HistoryRecord } from '@/lib/domain/history/collected-price.ts';
import { readPastPrices, type PastPrices } from '@/lib/pages/alerts/past-prices.ts';
import { inSlices, rehearse, weeklyLevel } from '@/lib/pages/alerts/rehearse.ts';
import { candleStore, type SeriesName } from '@/lib/storage/candles/candle-store.ts';
import { historyRecords } from '@/lib/storage/history/records.ts';
import { BTC } from '../../background/feeds.ts';

const NOW = 1_795_219_200;
const DAY = 86_400;
const ALLOWED = { attributes: {}, areCandlesAllowed: true, requiredTrust: null };

/** Hours, each with one price. */
function hours(count: number, priceOf: (hoursAgo: number) => number = () => 100) {
  return Array.from({ length: count }, (_, index) => {
    const hoursAgo = count - index;
    const price = BigInt(priceOf(hoursAgo));
    const start = NOW - hoursAgo * 3_600;
    return { start, open: price, high: price, low: price, close: price, isFinal: true };
  });
}

function storeCandles(
  candles: ReturnType<typeof hours>,
  name: SeriesName = 'rehearsal',
  resolutions = ['60', '1D'],
): void {
  const known = { mark: 'm', storedAt: NOW * 1_000, resolutions, symbols: null, longest: {} };
  vi.spyOn(candleStore, 'readService').mockResolvedValue(known);
  vi.spyOn(candleStore, 'read').mockImplementation(async (_, asked) =>
    asked === name ? { expo: 0, candles, from: 0, to: NOW, storedAt: NOW * 1_000 } : null,
  );
}

function storePrices(prices: ReadonlyArray<[hoursAgo: number, price: string]>): void {
  const records = prices.map(([hoursAgo, price]): HistoryRecord => {
    const time = NOW - hoursAgo * 3_600;
    const figures = { price, conf: '0', expo: 0, emaPrice: price, emaConf: '0', emaExpo: 0 };
    return { id: BTC, at: time, time, ...figures, trust: hoursAgo % 2 === 0 ? 'mine' : null };
  });
  vi.spyOn(historyRecords, 'read').mockResolvedValue(records);
}

beforeEach(() => {
  vi.setSystemTime(NOW * 1_000);
  storeCandles([]);
  storePrices([]);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const above = (level: string): Trigger => ({ kind: 'crosses', direction: 'above', level });

async function words(
  trigger: Trigger,
  options: Partial<AlertRuleInput> = {},
  past?: PastPrices,
): Promise<string> {
  const rule = makeRule(trigger, { repeat: REPEATING, ...options });
  const known = past ?? (await readPastPrices(BTC, ALLOWED));
  const { signal } = new AbortController();
  const result = await inSlices(rehearse(rule, known), signal);
  if (!result) return 'nothing';
  const { title, detail } = rehearsalWords(rule, result, result.days);
  return `${title} ${detail}`.replaceAll(/[\u00a0\u202f\u2066-\u2069]/g, ' ');
}

describe('what a rehearsal says', () => {
  const weekly = (hoursAgo: number): number => (hoursAgo % 168 === 20 ? 120 : 100);

  it('says how often and when it was last', async () => {
    storeCandles(hours(31 * 24, weekly));
    expect(await words(above('110'))).toBe(
      'Would have triggered 5 times in the last 30 days, most recently on Nov 20',
    );
    expect(await words(above('130'))).toBe('Would not have triggered in the last 30 days');
  });

  it('says when one that triggers once would have', async () => {
    storeCandles(hours(31 * 24, weekly));
    expect(await words(above('110'), { repeat: { mode: 'once' } })).toBe(
      'Would have triggered on Oct 23 the first of 5 times in the last 30 days',
    );
  });

  it('measures the first moves from the prices of the day before', async () => {
    storeCandles(hours(31 * 24, (hoursAgo) => (hoursAgo > 30 * 24 ? 100 : 110)));
    expect(await words(moves('5%', DAY, 'up'))).toMatch(
      /^Would have triggered once in the last 30 days, most recently on /,
    );
  });

  it('says that it would have been too often', async () => {
    storeCandles(hours(31 * 24, (ago) => (ago % 2 === 0 ? 120 : 100)));
    expect(await words(above('110'))).toBe(
      'Would have triggered more than 100 times in the last 30 days',
    );
  });

  it('uses the candles of a chart until the shortest are there, and none from before a hole', async () => {
    storeCandles(hours(31 * 24, weekly), '60', ['1', '60']);
    vi.spyOn(candleStore, 'read').mockImplementation(async (_, name) =>
      name === '60'
        ? { expo: 0, candles: hours(31 * 24, weekly), from: 0, to: NOW, storedAt: 0 }
        : null,
    );
    expect((await readPastPrices(BTC, ALLOWED)).candles?.length).toBe(3_600);
    const withHole = hours(31 * 24, weekly).filter(
      ({ start }) => start < NOW - 9 * DAY || start > NOW - 8 * DAY,
    );
    storeCandles(withHole);
    expect(await words(above('110'))).toMatch(/ in the last 8 days/);
  });

  it('says nothing from less than two days, or from candles that may not be used', async () => {
    storeCandles(hours(30));
    expect(await words(above('110'))).toBe('nothing');
    storeCandles(hours(31 * 24, weekly));
    const past = await readPastPrices(BTC, { ...ALLOWED, areCandlesAllowed: false });
    expect(await words(above('110'), {}, past)).toBe('nothing');
  });

  it('counts about what signed prices show', async () => {
    storePrices([
      [200, '100'],
      [100, '120'],
      [50, '100'],
      [20, '120'],
      [1, '100'],
    ]);
    expect(await words(above('110'))).toMatch(
      /^Would have triggered about 2 times in the last 8 days/,
    );
    const past = await readPastPrices(BTC, { ...ALLOWED, requiredTrust: 'mine' });
    expect(past.signed.prices).toHaveLength(4);
  });

  it('has nothing to say of what past prices do not show', async () => {
    storeCandles(hours(31 * 24, weekly));
    expect(await words({ kind: 'stale-while-open' })).toBe('nothing');
  });
});

describe('a level by how often', () => {
  it('is the farthest at which the alert would have triggered about once a week', async () => {
    const heights = [140, 130, 120, 115, 110, 105];
    storeCandles(
      hours(31 * 24, (ago) => (ago % 120 === 20 ? (heights[Math.floor(ago / 120)] ?? 100) : 100)),
    );
    const past = await readPastPrices(BTC, ALLOWED);
    const { signal } = new AbortController();
    const level = await inSlices(weeklyLevel(makeRule(above('1')), past), signal);
    expect(level).toBe('114');
    expect(
      await inSlices(
        weeklyLevel(makeRule({ ...above('1'), direction: 'below' } as Trigger), past),
        signal,
      ),
    ).toBeNull();
    expect(
      await inSlices(
        weeklyLevel(makeRule({ ...above('1'), direction: 'either' } as Trigger), past),
        signal,
      ),
    ).toBeNull();
  });

  it('is found where only nearer levels would have triggered too seldom, as after a fall', async () => {
    const height = (ago: number): number => (ago % 120 === 20 ? 140 : 130);
    storeCandles(hours(31 * 24, (ago) => (ago < 200 ? 100 : height(ago))));
    const past = await readPastPrices(BTC, ALLOWED);
    const { signal } = new AbortController();
    expect(await inSlices(weeklyLevel(makeRule(above('1')), past), signal)).toBe('139');
  });
});
