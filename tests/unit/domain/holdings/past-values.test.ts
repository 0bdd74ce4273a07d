import { describe, expect, it } from 'vitest';
import { basketOf } from '@/lib/domain/holdings/basket.ts';
import { pastValues } from '@/lib/domain/holdings/past-values.ts';
import type { CalculatedSubject } from '@/lib/domain/holdings/subject.ts';
import { ATTRIBUTES, RATES } from './support.ts';

const NOW = 10_000;

const basket = (subject: CalculatedSubject) =>
  basketOf(subject, {
    holdings: {
      btc: { quantity: '2', cost: null },
      toyota: { quantity: '-100', cost: null },
    },
    watchlist: ['btc', 'toyota', 'wheat'],
    groups: [],
    attributes: ATTRIBUTES,
    feeds: RATES,
  });

/** Candles of this length whose closes are given by their starts. */
function candlesOf(length: number, closes: Record<number, bigint>, expo = 0) {
  const candles = Object.entries(closes).map(([start, close]) => ({
    start: Number(start),
    open: 1n,
    high: 9_999_999n,
    low: 0n,
    close,
    isFinal: true,
  }));
  return { length, series: { expo, candles } };
}

function values(subject: CalculatedSubject, past: Record<string, ReturnType<typeof candlesOf>>) {
  const series = pastValues(basket(subject), new Map(Object.entries(past)), NOW);
  return series?.candles.map(({ start, open, high, low, close }) => [
    start,
    ...[open, high, low, close].map((each) => Number(each) * 10 ** series.expo),
  ]);
}

describe('past values', () => {
  const BTC = candlesOf(100, { 0: 60_000n, 100: 63_000n, 200: 54_000n });
  const EUR = candlesOf(100, { 100: 120n, 200: 125n }, -2);
  const IN_EUROS: CalculatedSubject = { kind: 'price', feedId: 'btc', currency: 'EUR' };
  const ALL: CalculatedSubject = { kind: 'total', groupId: null, currency: 'USD' };

  it('are those of a price and its rate at each close, from when both are known', () => {
    expect(values(IN_EUROS, { btc: BTC, eur: EUR })).toEqual([
      [200, 52_500, 52_500, 52_500, 52_500],
      [300, 52_500, 52_500, 43_200, 43_200],
    ]);
  });

  it('are those of all holdings, a close counting until the next', () => {
    const others = { toyota: candlesOf(50, { 50: 3_000n }), jpy: candlesOf(50, { 50: 150n }) };
    expect(values(ALL, { btc: BTC, ...others })?.map((each) => each.at(-1))).toEqual([
      118_000, 124_000, 106_000,
    ]);
  });

  it('have no time that is still to come', () => {
    const btc = candlesOf(100, { [NOW - 10]: 60_000n });
    expect(values(IN_EUROS, { btc, eur: EUR })?.map(([time]) => time)).toEqual([NOW]);
  });

  it('are unknown without past prices of a part, a rate or a route', () => {
    expect(values(ALL, { btc: BTC })).toBeUndefined();
    expect(values(IN_EUROS, { btc: BTC, eur: candlesOf(100, { 0: 0n }) })).toBeUndefined();
    expect(values({ ...IN_EUROS, currency: 'CHF' }, { btc: BTC })).toBeUndefined();
  });
});
