import { expect, it } from 'vitest';
import { distanceTo } from '../../../../../lib/domain/alerts/engine/distance.ts';
import { toExactPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import { makeRule, priceAt } from '../builders.ts';

/** The level nearest to a price for an alert 10 % from an average of 100. */
function levelAt(price: string): string | undefined {
  const rule = makeRule({ kind: 'deviates-from-ema', percent: '10' });
  const exact = toExactPrice(priceAt(0, price, { ema: '100' }));
  const level = exact && distanceTo(rule, null, exact)?.level;
  return level ? String(Number(level.mantissa) * 10 ** level.expo) : undefined;
}

it('leads to the nearer of two levels, and to the upper one if both are as near', () => {
  expect(levelAt('101')).toBe('110');
  expect(levelAt('99')).toBe('90');
  expect(levelAt('100')).toBe('110');
});
