import { describe, expect, it } from 'vitest';
import { readHolding, totalOf } from '@/lib/domain/holdings/read-holding.ts';
import { t } from '@/lib/base/locale/t.ts';

const DRAFT = { quantity: '1', paid: '', isTotal: false, currency: 'EUR' };
const NOT_A_NUMBER = t('price.notANumber', { whole: '65000', fraction: '0.5' });

describe('a typed holding', () => {
  it.each([
    [DRAFT, { quantity: '1', cost: null }],
    [
      { ...DRAFT, quantity: ' −2.50 ', paid: '  ' },
      { quantity: '-2.5', cost: null },
    ],
    [
      { ...DRAFT, paid: '0' },
      { quantity: '1', cost: { perUnit: '0', currency: 'EUR' } },
    ],
    [
      { ...DRAFT, paid: '1,234,567.891' },
      { quantity: '1', cost: { perUnit: '1234567.891', currency: 'EUR' } },
    ],
    [
      { ...DRAFT, quantity: '-0.25', paid: '16,000', isTotal: true },
      { quantity: '-0.25', cost: { perUnit: '64000', currency: 'EUR' } },
    ],
  ])('is read exactly: %o', (draft, holding) => {
    expect(readHolding(draft)).toEqual({ holding });
  });

  it.each([
    [
      { ...DRAFT, quantity: '' },
      { quantity: NOT_A_NUMBER, paid: null },
    ],
    [
      { ...DRAFT, quantity: '0.0' },
      { quantity: t('holding.problem.zero'), paid: null },
    ],
    [
      { ...DRAFT, paid: 'x' },
      { quantity: null, paid: NOT_A_NUMBER },
    ],
    [
      { ...DRAFT, quantity: '-0', paid: '1'.repeat(41) },
      { quantity: t('holding.problem.zero'), paid: t('holding.problem.tooLong') },
    ],
  ])('has a problem in each field that cannot be used: %o', (draft, problems) => {
    expect(readHolding(draft)).toEqual({ problems });
  });

  it('shows a cost in total as it was typed, although its units are rounded', () => {
    const draft = { ...DRAFT, quantity: '3', paid: '100', isTotal: true };
    const cost = { perUnit: '33.333333333333333333', currency: 'EUR' };
    expect(readHolding(draft)).toEqual({ holding: { quantity: '3', cost } });
    expect(totalOf(cost.perUnit, '3')).toBe('100');
  });
});
