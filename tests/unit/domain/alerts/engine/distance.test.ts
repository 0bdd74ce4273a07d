import { expect, it } from 'vitest';
import type { Decimal } from '../../../../../lib/domain/prices/decimal.ts';
import { distanceTo } from '../../../../../lib/domain/alerts/engine/distance.ts';
import { toExactPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import { newState } from '../../../../../lib/domain/alerts/engine/step.ts';
import { makeRule, moves, priceAt, START } from '../builders.ts';

/** The level nearest to a price for an alert 10 % from an average of 100. */
function levelAt(price: string): string | undefined {
  const rule = makeRule({ kind: 'deviates-from-ema', percent: '10' });
  const exact = toExactPrice(priceAt(0, price, { ema: '100' }));
  return text(exact && distanceTo(rule, null, exact)?.level);
}

function text(level: Decimal | null | undefined): string | undefined {
  return level ? String(Number(level.mantissa) * 10 ** level.expo) : undefined;
}

it('leads to the nearer of two levels, and to the upper one if both are as near', () => {
  expect(levelAt('101')).toBe('110');
  expect(levelAt('99')).toBe('90');
  expect(levelAt('100')).toBe('110');
});

it.each([
  ['up', '110'],
  ['down', '90'],
  ['either', '90'],
] as const)('of a move %s since the last firing at 100 leads to %s from 99', (direction, level) => {
  const rule = makeRule(moves('10', 'last-firing', direction));
  const { tracker, ...state } = newState(rule);
  if (tracker.kind !== 'move') throw new TypeError('not a move');
  const baseline = { price: '100', expo: 0, time: START };
  const exact = toExactPrice(priceAt(1, '99'));
  const distance =
    exact && distanceTo(rule, { ...state, tracker: { ...tracker, baseline } }, exact);
  expect(text(distance?.level)).toBe(level);
});
