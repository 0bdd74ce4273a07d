import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedFacts } from '@/lib/domain/holdings/ingredients.ts';
import { positionOf } from '@/lib/domain/holdings/position.ts';
import { valueHoldings, type Gain } from '@/lib/domain/holdings/value-holdings.ts';
import { toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { storedPrice } from './stored-price.ts';
import { ATTRIBUTES, facts, GOOD, position, RATES } from './support.ts';

const text = (d: Decimal | null | undefined) => d && toDecimalString(d);
const sum = (rounded: { price: Decimal; confidence: Decimal } | null | undefined) =>
  rounded && `${toDecimalString(rounded.price)} ± ${toDecimalString(rounded.confidence)}`;
const gain = (one: Gain | null | undefined) => one && `${sum(one)}, ${text(one.percent)}%`;
const inCurrency = (currency: string, ...positions: Parameters<typeof position>[]) =>
  valueHoldings(
    positions.map((each) => position(...each)),
    currency,
    RATES,
    facts(),
  );

describe('a holding', () => {
  it.each([
    ['btc', '0.5', 'USD', '30000 ± 15.00'],
    ['btc', '-0.5', 'USD', '-30000 ± 15.00'],
    ['btc', '0.000000000000000001', 'USD', '0.000000000000060000 ± 0.00000000000000003000'],
    // 0.5 × 60000 / 1.2 = 25000; ± 25000 × √(0.0005² + 0.0000833…²)
    ['btc', '0.5', 'EUR', '25000 ± 12.68'],
    ['toyota', '100', 'USD', '2000.00 ± 0.6799'],
    // One euro is one euro, whatever the dollar is worth.
    ['eur', '1000.50', 'EUR', '1000.50 ± 0'],
    ['eur', '1000.50', 'USD', '1200.60 ± 0.1001'],
    [
      'eur',
      '1234567890123456789.123456789012345678',
      'EUR',
      '1234567890123456789.123456789012345678 ± 0',
    ],
    // 12000.45 is rounded to the even digit.
    ['eur', '10000.375', 'USD', '12000.4 ± 1.001'],
    ['jpy', '10', 'USD', '10 ± 0'],
    ['btc', '0', 'USD', '0 ± 0'],
    // 14.32 cents each.
    ['wheat', '100', 'USD', '14.320 ± 0.02000'],
  ])('of %s × %s is worth, in %s: %s', (feedId, quantity, currency, worth) => {
    const { counted, total } = inCurrency(currency, [feedId, quantity]);
    expect(sum(counted[0])).toBe(worth);
    expect(sum(total)).toBe(worth);
  });

  it.each([
    [{ perUnit: '50000', currency: 'USD' }, 'USD', '20000 ± 60.00, 20.00%'],
    [{ perUnit: '72000', currency: 'USD' }, 'USD', '-24000 ± 60.00, -16.67%'],
    [{ perUnit: '0', currency: 'USD' }, 'USD', '120000 ± 60.00, null%'],
    // In euros 100,000 are worth what 80,000 were paid for; the percentage is the same in dollars.
    [{ perUnit: '40000', currency: 'EUR' }, 'EUR', '20000 ± 50.69, 25.00%'],
    [{ perUnit: '40000', currency: 'EUR' }, 'USD', '24000 ± 60.54, 25.00%'],
    [{ perUnit: '50000', currency: 'GBP' }, 'USD', null],
    [null, 'USD', null],
  ])('that cost %j has gained, in %s: %s', (cost, currency, gained) => {
    const { counted } = inCurrency(currency, ['btc', '2', cost]);
    expect(gain(counted[0]?.gain)).toBe(gained);
  });

  it('of a sold asset gains when the price falls', () => {
    const { counted } = inCurrency('USD', ['btc', '-1', { perUnit: '80000', currency: 'USD' }]);
    expect(gain(counted[0]?.gain)).toBe('20000 ± 30.00, 25.00%');
  });

  it('that cannot be read has no position', () => {
    expect(positionOf('btc', { quantity: 'x', cost: null }, ATTRIBUTES['btc'])).toBeNull();
    const cost = { perUnit: '', currency: 'USD' };
    expect(positionOf('btc', { quantity: '1', cost }, ATTRIBUTES['btc'])).toBeNull();
  });
});

describe('the total', () => {
  it('counts the error of a shared rate once, so that opposite positions cancel it', () => {
    const { total, counted } = inCurrency('EUR', ['btc', '1'], ['btc', '-1']);
    expect(counted.map(({ share }) => text(share))).toEqual(['50.00', '-50.00']);
    expect(sum(total)).toBe('0 ± 0');
  });

  it('is that of all holdings, with shares', () => {
    const valuation = inCurrency('USD', ['btc', '0.1'], ['toyota', '100'], ['eur', '-1000']);
    // 6000 ± 3, 2000 ± 0.68, −1200 ± 0.1
    expect(sum(valuation.total)).toBe('6800.0 ± 3.078');
    expect(valuation.counted.map(({ share }) => text(share))).toEqual(['65.22', '21.74', '-13.04']);
    expect(valuation.publishTime).toBe(700);
  });

  it('says which prices are closed, stale or unproven', () => {
    const { counted } = valueHoldings(
      [position('btc', '0.1'), position('toyota', '100'), position('eur', '1000')],
      'USD',
      RATES,
      facts({
        toyota: { isClosed: true },
        jpy: { isStale: true, isProven: false },
        eur: { isProven: false },
      }),
    );
    expect(counted[1]?.flaws).toEqual({ closed: ['toyota'], stale: ['jpy'], unproven: ['jpy'] });
  });

  it('names what it leaves out, and the feed to blame', () => {
    const { uncounted, total } = valueHoldings(
      ['btc', 'toyota', 'sofr', 'shell', 'none'].map((id) => position(id, '1')),
      'USD',
      RATES,
      facts({ jpy: { price: undefined, missing: 'not-covered' } }),
    );
    expect(sum(total)).toBe('60000 ± 30.00');
    expect(uncounted).toEqual([
      { feedId: 'toyota', none: 'not-covered', at: 'jpy' },
      { feedId: 'sofr', none: 'no-money', at: 'sofr' },
      { feedId: 'shell', none: 'no-route', at: 'shell' },
      { feedId: 'none', none: 'no-money', at: 'none' },
    ]);
  });

  it('of nothing is nothing', () => {
    expect(inCurrency('USD')).toMatchObject({ total: null, publishTime: null });
  });
});

describe('after new prices, of known positions,', () => {
  const step = fc.record({
    id: fc.constantFrom('btc', 'eur', 'jpy', 'toyota'),
    price: fc.bigInt({ min: -(10n ** 3n), max: 10n ** 9n }),
    time: fc.integer({ min: 1, max: 2_000 }),
    change: fc.constantFrom<Partial<FeedFacts>>(
      {},
      { isStale: true },
      { isClosed: true },
      { isProven: false },
      { missing: 'not-covered', price: undefined },
      { failed: { reason: { code: 'not-text' }, at: 1, trust: '' } },
    ),
    currency: fc.constantFrom('EUR', 'USD', 'JPY'),
    isNew: fc.boolean(),
  });
  const make = () => [
    position('btc', '0.5', { perUnit: '40000', currency: 'EUR' }),
    position('btc', '-0.25'),
    position('toyota', '100', { perUnit: '2500', currency: 'JPY' }),
    position('eur', '1000.50', { perUnit: '1.1', currency: 'USD' }),
    position('jpy', '10'),
    position('sofr', '1'),
  ];

  it('equals what is calculated from all of them', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const held = make();
        const known = facts();
        for (const { id, price: figure, time, change, currency, isNew } of steps) {
          const price = isNew ? storedPrice(`${figure}`, '10', -2, time) : known.get(id)?.price;
          known.set(id, { ...GOOD, price, ...change });
          const again = [currency, RATES, known] as const;
          expect(valueHoldings(held, ...again)).toEqual(valueHoldings(make(), ...again));
        }
      }),
    );
  });
});
