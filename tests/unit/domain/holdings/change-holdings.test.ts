import { describe, expect, it } from 'vitest';
import type { Change } from '@/lib/domain/history/change.ts';
import { changeOfHoldings } from '@/lib/domain/holdings/change-holdings.ts';
import { toDecimalString } from '@/lib/domain/prices/decimal.ts';
import { figure } from '../prices/figures.ts';
import { facts, position, RATES } from './support.ts';

const since = (from: string): Change => ({
  percent: figure('0'),
  from: figure(from),
  time: 1,
  isAfterHours: false,
});
const PAST = new Map<string, Change>([
  ['btc', since('50000')],
  ['eur', since('1.25')],
  ['toyota', since('2500')],
  ['jpy', since('100')],
]);
const change = (currency: string, ids: readonly string[], past = PAST) =>
  changeOfHoldings(
    ids.map((id) => position(id, '2')),
    currency,
    RATES,
    facts(),
    (id) => past.get(id) ?? { none: 'waiting' },
  );

describe('the change of the holdings', () => {
  it.each([
    // 120,000 after 100,000 dollars; 100,000 after 80,000 euros
    ['USD', ['btc'], '20000', '20.00'],
    ['EUR', ['btc'], '20000', '25.00'],
    // 6,000 yen are 40 dollars, 5,000 were 50.
    ['USD', ['toyota'], '-10.000', '-20.00'],
    ['USD', ['btc', 'toyota'], '19990', '19.98'],
    ['EUR', ['eur'], '0', '0.00'],
  ] as const)('in %s of %j', (currency, ids, amount, percent) => {
    const result = change(currency, ids);
    expect(result.amount && toDecimalString(result.amount)).toBe(amount);
    expect(result.percent && toDecimalString(result.percent)).toBe(percent);
    expect(result.without).toEqual([]);
  });

  it('leaves out, in both totals, what is not known at both times, and says so', () => {
    const past = new Map(PAST).set('jpy', { none: 'closed' });
    const result = change('USD', ['btc', 'toyota', 'sofr', 'shell'], past);
    expect(result.amount && toDecimalString(result.amount)).toBe('20000');
    expect(result.without).toEqual([
      { feedId: 'toyota', none: 'closed', at: 'jpy' },
      { feedId: 'sofr', none: 'no-money', at: 'sofr' },
      { feedId: 'shell', none: 'no-route', at: 'shell' },
    ]);
  });

  it.each([
    ['waiting', new Map<string, Change>()],
    ['not-positive', new Map(PAST).set('eur', since('0'))],
  ])('is unknown if nothing counts: %s', (none, past) => {
    const result = change('EUR', ['btc'], past);
    expect(result).toMatchObject({ amount: null, percent: null, without: [{ none }] });
  });
});
