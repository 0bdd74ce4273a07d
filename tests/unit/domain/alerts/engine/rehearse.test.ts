import { describe, expect, it } from 'vitest';
import type {
  CandleHistory,
  InSlices,
} from '../../../../../lib/domain/alerts/engine/candle-history.ts';
import {
  rehearseCandles,
  rehearsePrices,
} from '../../../../../lib/domain/alerts/engine/rehearse.ts';
import type { FeedAlerts } from '../../../../../lib/domain/alerts/model/feed-alerts.ts';
import type { AlertPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import type { AlertRule } from '../../../../../lib/domain/alerts/model/rule.ts';
import { makeRule, moves, priceAt, START } from '../builders.ts';
import {
  awake,
  candlesOf,
  createChance,
  makeLevelRule,
  makeMoveRule,
  makeTicks,
  tick,
  type Chance,
} from './paths.ts';

const RUNS = Number(process.env['REHEARSALS'] ?? 60);
const BASE = 10_000;

function resultOf<T>(slices: InSlices<T>): T {
  let next = slices.next();
  while (!next.done) next = slices.next();
  return next.value;
}

function historyOf(ticks: readonly AlertPrice[], more: Partial<CandleHistory> = {}): CandleHistory {
  const { length = 60, since = START } = more;
  return { length, since, series: candlesOf(ticks, length), isOpenAt: () => true, ...more };
}

/** How often an alert triggers if its user turns it on again whenever it pauses itself. */
function truthOf(rule: AlertRule, ticks: readonly AlertPrice[]): number {
  const { firings } = awake(rule, ticks, undefined, withoutRecent);
  return firings.filter(({ missed }) => !missed).length;
}

function withoutRecent(feed: FeedAlerts): FeedAlerts {
  const states = Object.entries(feed.states).map(([id, state]) => [id, { ...state, recent: [] }]);
  return { ...feed, states: Object.fromEntries(states) };
}

describe('a rehearsal on candles', () => {
  for (const { what, makeRuleOf } of [
    { what: 'a level', makeRuleOf: (chance: Chance) => makeLevelRule(chance, BASE) },
    { what: 'a move', makeRuleOf: makeMoveRule },
  ]) {
    it(`has bounds that hold for every path of prices: ${what}`, () => {
      const found = { exact: 0, ranges: 0, leasts: 0 };
      // In 1523 the first price decides from which side the first crossing comes.
      for (const seed of [...Array.from({ length: RUNS }).keys(), 1_523]) {
        const chance = createChance(seed + 50_000);
        const rule = makeRuleOf(chance);
        const seconds = chance.pick([1_800, 7_200]);
        const prices = makeTicks(chance, seconds, BASE);
        const length = chance.pick([60, 60, 300]);
        // No market closes and opens again within a candle.
        const closes = chance.between(0, 2 * seconds);
        const opens = chance.between(length, seconds);
        const isOpenAt = (time: number) => time < START + closes || time >= START + closes + opens;
        const ticks = prices.map((one) => ({ ...one, marketOpen: isOpenAt(one.publishTime) }));
        const truth = truthOf(rule, ticks);
        const bounds = resultOf(rehearseCandles(rule, historyOf(ticks, { length, isOpenAt })));
        const where = `seed ${seed} ${JSON.stringify(rule)} ${JSON.stringify(bounds)}: ${truth}`;
        expect(bounds?.from, where).toBeLessThanOrEqual(truth);
        expect(bounds?.to ?? Infinity, where).toBeGreaterThanOrEqual(truth);
        if (rule.repeat.mode === 'once' || rule.repeat.cooldownSeconds > 0) {
          expect(bounds?.to, where).not.toBeNull();
        }
        if (bounds?.to === null) found.leasts += 1;
        else if (bounds?.from === bounds?.to) found.exact += 1;
        else found.ranges += 1;
      }
      expect(found.exact).toBeGreaterThan(RUNS / 4);
      if (process.env['REHEARSALS']) console.log(what, found);
    }, 3_600_000);
  }

  it('counts what the ends of candles, waits and the order of extremes allow', () => {
    type Prices = readonly [open: bigint, high: bigint, low: bigint, close: bigint];
    const boundsOf = (
      options: Parameters<typeof makeRule>[1],
      minutes: readonly Prices[],
    ): [number | undefined, number | null | undefined] => {
      const rule = makeRule({ kind: 'crosses', direction: 'above', level: '1' }, options);
      const candles = minutes.map(([open, high, low, close], minute) => {
        return { start: START + minute * 60, open, high, low, close, isFinal: true };
      });
      const history = { length: 60, since: START, isOpenAt: () => true };
      const bounds = resultOf(rehearseCandles(rule, { ...history, series: { expo: -4, candles } }));
      return [bounds?.from, bounds?.to];
    };
    const often = { repeat: { mode: 'repeating', cooldownSeconds: 0 } } as const;
    const below: Prices = [9_980n, 9_999n, 9_980n, 9_999n];
    const above: Prices = [10_010n, 10_020n, 10_005n, 10_010n];
    const both: Prices = [9_980n, 10_020n, 9_980n, 9_990n];
    // After the first, the price never goes back by the reset distance.
    const near: Prices = [9_999n, 10_020n, 9_995n, 10_010n];
    expect(boundsOf(often, [below, near, near, near])).toEqual([1, 1]);
    expect(boundsOf(often, [both])).toEqual([1, null]);
    const everyMinute = { repeat: { mode: 'repeating', cooldownSeconds: 60 } } as const;
    expect(boundsOf(everyMinute, [both, both, both, both])).toEqual([2, 4]);
    const held = { ...often, confirmationSeconds: 60 };
    expect(boundsOf(held, [both, both])).toEqual([0, 0]);
    expect(boundsOf(held, [both, near, above])).toEqual([0, 1]);
    expect(boundsOf(held, [below, near, above, above])).toEqual([1, 1]);
  });

  it('counts nothing from before its time, but measures moves from there', () => {
    const ticks = [0, 1, 2, 3, 4].map((minute) => tick(START + minute * 60, BASE + minute * 60));
    const rule = makeRule(moves('1%', 3_600));
    const since = START + 180;
    expect(resultOf(rehearseCandles(rule, historyOf(ticks, { since })))).toEqual({
      from: 1,
      to: 1,
      times: [since],
    });
    expect(rehearsePrices(rule, ticks, since)).toEqual([since]);
  });

  it('leaves out candles of a closed market, unless their prices count', () => {
    const ticks = [90, 110, 90, 90].map((price, minute) => tick(START + minute * 60, price));
    const isOpenAt = (time: number) => time < START + 60 || time >= START + 120;
    const trigger = { kind: 'crosses', direction: 'above', level: '1' } as const;
    const runOf = (onlyWhileOpen: boolean) =>
      resultOf(
        rehearseCandles(makeRule(trigger, { onlyWhileOpen }), historyOf(ticks, { isOpenAt })),
      );
    expect(runOf(true)).toMatchObject({ from: 0, to: 0 });
    expect(runOf(false)).toMatchObject({ from: 1, to: 1 });
  });

  it('does not judge what candles do not show', () => {
    const history = historyOf(makeTicks(createChance(1), 600, BASE));
    for (const trigger of [
      {
        kind: 'moves',
        direction: 'up',
        by: { unit: 'value', amount: '1' },
        since: { from: 'last-firing' },
      },
      { kind: 'deviates-from-ema', percent: '1' },
      { kind: 'confidence-wider', basisPoints: '5' },
      { kind: 'stale-while-open' },
    ] as const) {
      expect(resultOf(rehearseCandles(makeRule(trigger), history))).toBeNull();
    }
  });
});

describe('a rehearsal on signed prices', () => {
  it('triggers at the prices at which the alert would have, whatever its user did to it since', () => {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const chance = createChance(seed);
      const rule = chance.random() < 0.5 ? makeLevelRule(chance, BASE) : makeMoveRule(chance);
      const ticks = makeTicks(chance, 1_800, BASE);
      const times = awake(rule, ticks).firings.map(({ at }) => at / 1_000);
      const edited = { ...rule, enabled: false, snoozedUntil: 2e12, expiresAt: 1, armedAt: 5 };
      expect(rehearsePrices(edited, ticks, START)).toEqual(times);
    }
  }, 3_600_000);

  it('judges the average and the confidence, and knows no gaps between prices', () => {
    const prices = [
      priceAt(0, '100', { ema: '100', conf: '0.01' }),
      priceAt(3_600, '103', { ema: '100', conf: '1' }),
    ];
    for (const trigger of [
      { kind: 'deviates-from-ema', percent: '2' },
      { kind: 'confidence-wider', basisPoints: '50' },
      { kind: 'crosses', direction: 'above', level: '102' },
    ] as const) {
      expect(rehearsePrices(makeRule(trigger), prices, START)).toEqual([START + 3_600]);
    }
  });
});
