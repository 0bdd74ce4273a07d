import { expect, it } from 'vitest';
import type { Observation } from '@/lib/domain/alerts/engine/feed-watch.ts';
import { areBehind, isAnyAhead, withTimes } from '@/lib/domain/alerts/engine/parts.ts';
import { createFeed, makeRule, ms, START } from '../builders.ts';

const rule = makeRule({ kind: 'crosses', direction: 'either', level: '100' });
const feed = createFeed([rule]);
feed.price(0, '99');
const state = feed.state!;
const before = { basis: 'b', times: [START, START], changedAt: null };
const madeOf = (...seconds: number[]) => ({ basis: 'b', times: seconds.map((at) => START + at) });
const observed = (...seconds: number[]) =>
  ({ madeOf: madeOf(...seconds), trueAt: ms(0) }) as unknown as Observation;

it('a figure is behind with one part that is older, and ahead with one that is newer', () => {
  expect([areBehind(observed(-1, 1), before), isAnyAhead(observed(-1, 1), before)]).toEqual([
    true,
    true,
  ]);
  expect([areBehind(observed(0, 0), before), isAnyAhead(observed(0, 0), before)]).toEqual([
    false,
    false,
  ]);
});

it('a figure of more parts than before is neither behind nor ahead', () => {
  expect(areBehind(observed(-1, 0, 0), before)).toBe(false);
  expect(isAnyAhead(observed(1, 0, 0), before)).toBe(false);
  const plain = { trueAt: ms(0) } as unknown as Observation;
  expect(areBehind(plain, before) || isAnyAhead(plain, before)).toBe(false);
});

it('the times of the parts are remembered only by what is made of parts', () => {
  expect(withTimes(state, madeOf(1, 1))).toEqual(state);
  expect(withTimes({ ...state, madeOf: before }, undefined).madeOf).toEqual(before);
  expect(withTimes({ ...state, madeOf: before }, madeOf(1, 2)).madeOf).toEqual({
    ...before,
    times: [START + 1, START + 2],
  });
});
