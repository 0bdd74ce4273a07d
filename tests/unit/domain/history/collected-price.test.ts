import { describe, expect, it } from 'vitest';
import { parseRecords, collectedPricesOf, toRecord } from '@/lib/domain/history/collected-price.ts';
import { BTC, receivedPrice } from '../../background/feeds.ts';
import { proofOf } from '../../proofs.ts';

const NOW = 1_795_245_600;
const priceAt = (time: number, price = '100') => receivedPrice(price, time);
const recordAt = (at: number, time = at) => toRecord(BTC, at, priceAt(time));

describe('collectedPricesOf', () => {
  it('puts prices in order of their publish times, each time once', () => {
    const records = [recordAt(600, 610), recordAt(0), recordAt(540, 610), recordAt(60)];
    expect(collectedPricesOf(records, 0, NOW).map(({ time }) => time)).toEqual([0, 60, 610]);
  });

  it('selects by publish time, not by the time of the record', () => {
    const records = [recordAt(0, 100), recordAt(60, 200), recordAt(120, 300)];
    expect(collectedPricesOf(records, 100, 200).map(({ time }) => time)).toEqual([100, 200]);
  });

  it('leaves out gaps', () => {
    expect(collectedPricesOf([{ id: BTC, at: 0, gap: 'no-data' }], 0, NOW)).toEqual([]);
  });

  it('contains the price only, not its key', () => {
    expect(collectedPricesOf([recordAt(0)], 0, 0)).toEqual([
      {
        time: 0,
        price: '100',
        conf: '100',
        expo: -2,
        emaPrice: '100',
        emaConf: '100',
        emaExpo: -2,
        trust: null,
      },
    ]);
  });
});

describe('parseRecords', () => {
  it('leaves out damaged records', () => {
    const good = recordAt(60);
    const gap = { id: BTC, at: 0, gap: 'closed' };
    const bad = [null, {}, { ...good, price: 1 }, { ...good, price: '1e5' }, { ...gap, gap: 'x' }];
    expect(parseRecords([gap, ...bad, good])).toEqual([gap, good]);
  });
});

describe('a record of version 0.1.0, which does not name a trust', () => {
  it('is read and counts as not verified', () => {
    const { trust: _, ...price } = { ...recordAt(60), trust: null };
    expect(parseRecords([{ ...price, verified: true }])).toEqual([recordAt(60)]);
  });
});

describe('toRecord', () => {
  it.each([
    ['verified', 'mine'],
    ['unchecked', null],
  ] as const)('of a price that is %s', (state, trust) => {
    const price = { ...priceAt(NOW), proof: proofOf(state, 'mine') };
    expect(toRecord(BTC, NOW, price)).toMatchObject({ id: BTC, at: NOW, trust });
  });
});
