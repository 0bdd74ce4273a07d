import { describe, expect, it } from 'vitest';
import { readHolding } from '../../../../lib/domain/holdings/read-holding.ts';
import { t } from '../../../../lib/base/locale/t.ts';

const DRAFT = { quantity: '1', perUnit: '', currency: 'EUR' };
const NOT_A_NUMBER = t('price.notANumber', { whole: '65000', fraction: '0.5' });

describe('a typed holding', () => {
  it.each([
    [DRAFT, { quantity: '1', cost: null }],
    [
      { ...DRAFT, quantity: ' −2.50 ', perUnit: '  ' },
      { quantity: '-2.5', cost: null },
    ],
    [
      { ...DRAFT, perUnit: '0' },
      { quantity: '1', cost: { perUnit: '0', currency: 'EUR' } },
    ],
    [
      { ...DRAFT, perUnit: '1,234,567.891' },
      { quantity: '1', cost: { perUnit: '1234567.891', currency: 'EUR' } },
    ],
  ])('is read exactly: %o', (draft, holding) => {
    expect(readHolding(draft)).toEqual({ holding });
  });

  it.each([
    [
      { ...DRAFT, quantity: '' },
      { quantity: NOT_A_NUMBER, perUnit: null },
    ],
    [
      { ...DRAFT, quantity: '0.0' },
      { quantity: t('holding.problem.zero'), perUnit: null },
    ],
    [
      { ...DRAFT, perUnit: 'x' },
      { quantity: null, perUnit: NOT_A_NUMBER },
    ],
    [
      { ...DRAFT, quantity: '-0', perUnit: '1'.repeat(41) },
      { quantity: t('holding.problem.zero'), perUnit: t('holding.problem.tooLong') },
    ],
  ])('has a problem in each field that cannot be used: %o', (draft, problems) => {
    expect(readHolding(draft)).toEqual({ problems });
  });
});
