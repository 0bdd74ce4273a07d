import { describe, expect, it } from 'vitest';
import { rehearse } from '../../../../../lib/domain/alerts/engine/rehearse.ts';
import { makeRule, moves } from '../builders.ts';
import { awake, candlesOf, createChance, makeLevelRule, makeTicks } from './paths.ts';

const RUNS = Number(process.env['REHEARSALS'] ?? 60);
const BASE = 10_000;
const OPTIONS = { length: 60, isOpenAt: () => true };

describe('a rehearsal on candles', () => {
  it('has bounds that hold for every path of prices', () => {
    const found = { exact: 0, ranges: 0, unknown: 0 };
    for (let seed = 0; seed < RUNS; seed += 1) {
      const chance = createChance(seed + 50_000);
      const rule = makeLevelRule(chance, BASE);
      const ticks = makeTicks(chance, chance.pick([1_800, 7_200]), BASE);
      const truth = awake(rule, ticks).firings.length;
      const bounds = rehearse(rule, candlesOf(ticks), OPTIONS);
      const where = `seed ${seed} ${JSON.stringify(rule)} ${JSON.stringify(bounds)}: ${truth}`;
      expect(bounds?.from, where).toBeLessThanOrEqual(truth);
      expect(bounds?.to ?? Infinity, where).toBeGreaterThanOrEqual(truth);
      if (bounds?.to === null) found.unknown += 1;
      else if (bounds?.from === bounds?.to) found.exact += 1;
      else found.ranges += 1;
    }
    if (process.env['REHEARSALS']) console.log(found);
  }, 600_000);

  it('does not judge what candles do not show', () => {
    const series = candlesOf(makeTicks(createChance(1), 600, BASE));
    for (const trigger of [
      moves('1%', 3_600),
      { kind: 'deviates-from-ema', percent: '1' } as const,
      { kind: 'confidence-wider', basisPoints: '5' } as const,
      { kind: 'stale-while-open' } as const,
    ]) {
      expect(rehearse(makeRule(trigger), series, OPTIONS)).toBeNull();
    }
  });
});
