import { expect, it } from 'vitest';
import type { CheckedProof } from '@/lib/domain/receipts/check-proof.ts';
import type { ProofFile } from '@/lib/domain/receipts/proof-file.ts';
import { statementValues } from '@/lib/domain/receipts/statement-values.ts';

type Amounts = NonNullable<
  Extract<ProofFile['about'], { kind: 'statement' }>['lines'][number]['amounts']
>;

/** The value of holdings at a signed price of 100 ± 1. */
function valueOf(amounts: Partial<Amounts>): number | null {
  const checked = { prices: [{ result: { price: 100n, conf: 1n, expo: 0 } }] };
  const line = { quantity: '2', factors: [{ price: 0, isInverse: false }], rate: null, ...amounts };
  const statement = { kind: 'statement', lines: [{ name: 'BTC/USD', price: 0, amounts: line }] };
  const { lines, total } = statementValues(
    statement as unknown as Parameters<typeof statementValues>[0],
    checked as unknown as CheckedProof,
  );
  expect(total).toEqual(lines[0]);
  return total && Number(total.price.mantissa) * 10 ** total.price.expo;
}

it('is the quantity times the signed price, and the rate', () => {
  expect(valueOf({})).toBe(200);
  expect(valueOf({ rate: { value: '3', by: 'rate' } })).toBe(600);
  expect(valueOf({ rate: { value: '4', by: 'per' } })).toBe(50);
});

it.each(['0', '-1', 'x'])('is not known by a rate of %s', (value) => {
  expect(valueOf({ rate: { value, by: 'rate' } })).toBeNull();
  expect(valueOf({ rate: { value, by: 'per' } })).toBeNull();
});

it('is not known for a quantity that is no number', () => {
  expect(valueOf({ quantity: 'x' })).toBeNull();
});
