import { describe, expect, it } from 'vitest';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { sortByFigure } from '@/lib/domain/watchlist/sort-by-figure.ts';
import { sortByName } from '@/lib/domain/watchlist/sort-feeds.ts';

const attributes = {
  btc: { symbol: 'Crypto.BTC/USD', asset_type: 'Crypto' },
  eth: { symbol: 'Crypto.ETH/USD', asset_type: 'Crypto' },
  eur: { symbol: 'FX.EUR/USD', asset_type: 'FX' },
  xau: { symbol: 'Metal.XAU/USD', asset_type: 'Metal' },
};
const IDS = ['xau', 'eth', 'eur', 'btc'];

describe('sorting', () => {
  it('by name uses the displayed names and ignores case and accents', () => {
    expect(sortByName(IDS, { attributes, names: {} })).toEqual(['btc', 'eth', 'eur', 'xau']);
    const names = { xau: 'äther', btc: 'Zoo', eth: 'azur' };
    expect(sortByName(IDS, { attributes, names })).toEqual(['xau', 'eth', 'eur', 'btc']);
  });

  it('does not change the list itself', () => {
    const before = [...IDS];
    sortByName(IDS, { attributes, names: {} });
    expect(IDS).toEqual(before);
  });

  it('supports feeds without known attributes', () => {
    expect(sortByName(['b', 'a', 'toString'], { attributes: {}, names: {} })).toHaveLength(3);
  });
});

describe('sorting by change', () => {
  const percent = (mantissa: bigint): Decimal => ({ mantissa, expo: -2 });

  it("puts the largest rise first and feeds without a known change last, in the user's order", () => {
    const changes = new Map<string, Decimal | null>([
      ['a', percent(-300n)],
      ['b', null],
      ['c', percent(120n)],
      ['d', { mantissa: 2n, expo: 0 }],
    ]);
    expect(sortByFigure(['x', 'a', 'b', 'c', 'd'], changes)).toEqual(['d', 'c', 'a', 'x', 'b']);
  });
});
