import { expect, it } from 'vitest';
import { distanceTo } from '@/lib/domain/alerts/engine/distance.ts';
import { toExactPrice } from '@/lib/domain/alerts/model/price.ts';
import { createFeed, makeRule, moves, priceAt } from '../builders.ts';

it.each([
  ['up', '99', '110'],
  ['down', '101', '90'],
  ['either', '99', '90'],
  ['either', '101', '110'],
  ['either', '100', '110'],
] as const)('of a move %s from 100 leads from %s to %s', (direction, price, level) => {
  const rule = makeRule(moves('10', 60, direction));
  const feed = createFeed([rule]);
  feed.price(0, '100');
  const exact = toExactPrice(priceAt(1, price));
  const found = exact && distanceTo(rule, feed.state, exact)?.level;
  expect(found && String(Number(found.mantissa) * 10 ** found.expo)).toBe(level);
});
