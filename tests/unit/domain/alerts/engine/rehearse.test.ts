import { describe, expect, it } from 'vitest';
import type { CandleHistory, InSlices } from '@/lib/domain/alerts/engine/candle-history.ts';
import { rehearseCandles, rehearsePrices } from '@/lib/domain/alerts/engine/rehearse.ts';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import { makeRule, moves, priceAt, REPEATING, START } from '../builders.ts';
import {
  awake,
  BASE,
  candlesOf,
  createChance,
  makeLevelRule,
  makeMoveRule,
  makeTicks,
  tick,
} from './paths.ts';

const RUNS = Number(process.env['REHEARSALS'] ?? 15);

function resultOf<T>(slices: InSlices<T>): T {
  let next = slices.next();
  while (!next.done) next = slices.next();
  return next.value;
}

function historyOf(ticks: readonly AlertPrice[], more: Partial<CandleHistory> = {}): CandleHistory {
  const { length = 60, since = START } = more;
  return { length, since, series: candlesOf(ticks, length), ...more };
}

describe('a rehearsal on candles', () => {
  it.each([
    ['a level', makeLevelRule],
    ['a move', makeMoveRule],
  ])('counts what candles of one price each show exactly, and calls it exact: %s', (_, ruleOf) => {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const chance = createChance(seed);
      const rule = ruleOf(chance);
      // A price a minute, without confidence: the order is known.
      const ticks = makeTicks(chance, 1_800).map(({ price }, minute) =>
        tick(START + minute * 60, Number(price)),
      );
      const { times, isAbout } = resultOf(rehearseCandles(rule, historyOf(ticks)));
      const truth = awake(rule, ticks).firings.map(({ at }) => at / 1_000);
      expect({ times, isAbout }, `seed ${seed} ${JSON.stringify(rule)}`).toEqual({
        times: truth,
        isAbout: false,
      });
    }
  });

  it('says "about" where an order within a candle is unknown', () => {
    type Prices = readonly [open: bigint, high: bigint, low: bigint, close: bigint];
    const found = (minutes: readonly Prices[], trigger: Trigger = level) => {
      const candles = minutes.map(([open, high, low, close], minute) => {
        return { start: START + minute * 60, open, high, low, close, isFinal: true };
      });
      const history = { length: 60, since: START, series: { expo: -4, candles } };
      const rule = makeRule(trigger, { repeat: REPEATING });
      const { times, isAbout } = resultOf(rehearseCandles(rule, history));
      return [times.length, isAbout];
    };
    const level = { kind: 'crosses', direction: 'above', level: '1' } as const;
    const move = moves('0.3%', 60);
    const below: Prices = [9_980n, 9_990n, 9_980n, 9_990n];
    const above: Prices = [10_010n, 10_020n, 10_005n, 10_010n];
    // Whether it was at its high before or after its low, where it can trigger again, is unknown.
    const both: Prices = [10_010n, 10_020n, 9_980n, 9_995n];
    expect(found([below, above, below, above])).toEqual([2, false]);
    expect(found([below, above, both])).toEqual([1, true]);
    expect(found([below, below], move)).toEqual([0, false]);
    expect(found([below, above], move)).toEqual([1, false]);
    expect(found([both], move)).toEqual([1, true]);
  });

  it('counts nothing from before its time, but measures moves from there', () => {
    const ticks = [0, 1, 2, 3, 4].map((minute) => tick(START + minute * 60, BASE + minute * 60));
    const rule = makeRule(moves('1%', 3_600));
    const since = START + 180;
    expect(resultOf(rehearseCandles(rule, historyOf(ticks, { since })))).toEqual({
      times: [since],
      isAbout: false,
    });
    expect(rehearsePrices(rule, ticks, since)).toEqual([since]);
  });
});

describe('a rehearsal on signed prices', () => {
  it('triggers at the prices at which the alert would have, whatever its user did to it since', () => {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const chance = createChance(seed);
      const rule = chance.random() < 0.5 ? makeLevelRule(chance) : makeMoveRule(chance);
      const ticks = makeTicks(chance, 1_800);
      const times = awake(rule, ticks).firings.map(({ at }) => at / 1_000);
      const edited = { ...rule, enabled: false, snoozedUntil: 2e12, expiresAt: 1, armedAt: 5 };
      expect(rehearsePrices(edited, ticks, START)).toEqual(times);
    }
  }, 600_000);

  it('knows no gaps between prices', () => {
    const prices = [priceAt(0, '100'), priceAt(3_600, '103')];
    const rule = makeRule({ kind: 'crosses', direction: 'above', level: '102' });
    expect(rehearsePrices(rule, prices, START)).toEqual([START + 3_600]);
  });
});
