import { describe, expect, it } from 'vitest';
import type { CalculatedSubject } from '@/lib/domain/holdings/subject.ts';
import { basketOf, type Sources } from '@/lib/domain/holdings/basket.ts';
import { ATTRIBUTES, RATES } from './support.ts';

const SOURCES: Sources = {
  holdings: {
    btc: { quantity: '2', cost: null },
    toyota: { quantity: '-100.0', cost: null },
    sofr: { quantity: '1', cost: null },
    shell: { quantity: '5', cost: null },
    eur: { quantity: '0', cost: null },
  },
  watchlist: ['btc', 'toyota', 'sofr', 'eur'],
  groups: [{ id: 'g', name: 'Shares', feedIds: ['toyota'] }],
  attributes: ATTRIBUTES,
  feeds: RATES,
};
const ALL: CalculatedSubject = { kind: 'total', groupId: null, currency: 'EUR' };

const basket = (subject: CalculatedSubject, change: Partial<Sources> = {}) =>
  basketOf(subject, { ...SOURCES, ...change });

describe('what a figure is calculated from', () => {
  it('is every holding on the watchlist that has a value, and the rates', () => {
    const { positions, feedIds } = basket(ALL);
    expect(positions.map(({ feedId }) => feedId)).toEqual(['btc', 'toyota']);
    expect(feedIds).toEqual(['btc', 'eur', 'jpy', 'toyota']);
  });

  it('is the holdings of a group, one holding, or one unit of a feed', () => {
    expect(basket({ ...ALL, groupId: 'g' }).feedIds).toEqual(['eur', 'jpy', 'toyota']);
    expect(basket({ ...ALL, groupId: 'gone' }).positions).toEqual([]);
    const holding = basket({ kind: 'holding', feedId: 'btc', currency: 'USD' });
    expect(holding.positions).toMatchObject([{ feedId: 'btc', quantity: { mantissa: 2n } }]);
    const price = basket({ kind: 'price', feedId: 'toyota', currency: 'USD' });
    expect(price).toMatchObject({ feedIds: ['jpy', 'toyota'], basis: null });
    expect(price.positions).toMatchObject([{ quantity: { mantissa: 1n, expo: 0 } }]);
  });

  it('has the same digest for the same quantities only', () => {
    const { basis } = basket(ALL);
    const same = {
      toyota: { quantity: '-100', cost: { perUnit: '1', currency: 'JPY' } },
      btc: { quantity: '2.00', cost: null },
    };
    expect(basket(ALL, { holdings: same, watchlist: ['toyota', 'btc'] }).basis).toBe(basis);
    const others = [
      { ...same, btc: { quantity: '2.000000000000000001', cost: null } },
      { ...same, toyota: { quantity: '100', cost: null } },
      { btc: same.btc },
    ];
    const bases = others.map((holdings) => basket(ALL, { holdings }).basis);
    expect(new Set([basis, ...bases]).size).toBe(4);
  });
});
