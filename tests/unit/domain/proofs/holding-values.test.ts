import { expect, it } from 'vitest';
import { holdingValues } from '@/lib/domain/proofs/holding-values.ts';
import type { ProvenHoldings } from '@/lib/domain/proofs/proof-file.ts';

type Line = ProvenHoldings['lines'][number];

const decimal = (mantissa: bigint) => ({ mantissa, expo: 0 });
const PRICES = [100n, 4n, -5n].map((price) => ({
  price: decimal(price),
  confidence: decimal(1n),
}));

/** The value of holdings at 100 ± 1, with rates of 4 and −5. */
function valueOf(part: Partial<Line>): number | null {
  const line = { name: '', quantity: '2', factors: [factor(0)], rate: null, ...part };
  const { lines, total } = holdingValues([line], PRICES);
  expect(total).toEqual(lines[0]);
  return total && Number(total.price.mantissa) * 10 ** total.price.expo;
}

function factor(price: number, isInverse = false): Line['factors'][number] {
  return { price, isInverse };
}

it('is the quantity times the signed price, and the rate', () => {
  expect(valueOf({})).toBe(200);
  expect(valueOf({ rate: { value: '3', by: 'rate' } })).toBe(600);
  expect(valueOf({ rate: { value: '4', by: 'per' } })).toBe(50);
  expect(valueOf({ factors: [factor(0), factor(1, true)] })).toBe(50);
  expect(valueOf({ factors: [] })).toBe(2);
});

it.each(['0', '-1', 'x'])('is not known by a rate of %s', (value) => {
  expect(valueOf({ rate: { value, by: 'rate' } })).toBeNull();
  expect(valueOf({ rate: { value, by: 'per' } })).toBeNull();
});

it.each([
  ['a quantity that is no number', { quantity: 'x' }],
  ['a price that is not there', { factors: [factor(7)] }],
  ['an exchange rate that is not there', { factors: [factor(0), factor(7)] }],
  ['a negative exchange rate', { factors: [factor(0), factor(2)] }],
  ['a divisor in place of its price', { factors: [factor(0, true)] }],
])('is not known for %s', (_, part) => {
  expect(valueOf(part)).toBeNull();
});

it('may be negative', () => {
  expect(valueOf({ factors: [factor(2)] })).toBe(-10);
});

it('has no total of only some lines', () => {
  const line = { name: '', quantity: '1', factors: [factor(0)], rate: null };
  const { lines, total } = holdingValues([line, { ...line, factors: [factor(7)] }], PRICES);
  expect(lines).toEqual([expect.anything(), null]);
  expect(total).toBeNull();
});
