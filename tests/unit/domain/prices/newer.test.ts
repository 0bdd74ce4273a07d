import { describe, expect, it } from 'vitest';
import { isNewer } from '../../../../lib/domain/prices/newer.ts';

const NOW_S = 1_800_000_000;
const NOW_MS = NOW_S * 1_000;
const at = (publishTime: number, slot: number | null = null) => ({ publishTime, slot });

describe('isNewer', () => {
  it.each([
    ['a later publish time, whatever the slot', at(NOW_S, 1), at(NOW_S - 1, 7)],
    ['a later slot of the same second', at(NOW_S, 8), at(NOW_S, 7)],
    ['a slot where the last one has none', at(NOW_S, 1), at(NOW_S)],
    ['a present time after one of the future', at(NOW_S, 1), at(NOW_S + 61, 7)],
  ])('is true for %s', (_what, price, last) => {
    expect(isNewer(price, last, NOW_MS)).toBe(true);
  });

  it.each([
    ['an earlier publish time', at(NOW_S - 1, 8), at(NOW_S, 7)],
    ['the same time and slot', at(NOW_S, 7), at(NOW_S, 7)],
    ['an earlier slot of the same second', at(NOW_S, 6), at(NOW_S, 7)],
    ['no slot in the same second', at(NOW_S), at(NOW_S, 7)],
    ['a present time after one that a clock error explains', at(NOW_S), at(NOW_S + 60)],
    ['an earlier time of two in the future', at(NOW_S + 61), at(NOW_S + 62)],
  ])('is false for %s', (_what, price, last) => {
    expect(isNewer(price, last, NOW_MS)).toBe(false);
  });
});
