import { evaluate } from '@/lib/domain/alerts/engine/evaluate.ts';
import type { FeedAlerts } from '@/lib/domain/alerts/model/feed-alerts.ts';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { CandleSeries } from '@/lib/history-service/index.ts';
import { createRandom, hash32 } from '../../../../price-service/hash.ts';
import { answerOf, FEED_ID, makeRule, START } from '../builders.ts';

const EXPO = -2;
export const BASE = 10_000;

export interface Chance {
  random: () => number;
  /** A whole number, both inclusive. */
  between: (from: number, to: number) => number;
  pick: <const T>(choices: readonly T[]) => T;
}

export function createChance(seed: number): Chance {
  const random = createRandom(hash32(seed, 0xa51e));
  return {
    random,
    between: (from, to) => from + Math.floor(random() * (to - from + 1)),
    pick: (choices) => choices[Math.floor(random() * choices.length)] as (typeof choices)[number],
  };
}

/** A random path of prices from a time on, of which no two are at the same time. */
export function makeTicks(chance: Chance, seconds: number): AlertPrice[] {
  const longest = chance.pick([1, 2, 5]);
  const swing = chance.pick([2, 8, 30]);
  const pull = chance.pick([0, 0.01]);
  const ticks: AlertPrice[] = [];
  let price = BASE + chance.between(-60, 60);
  for (let at = 0; at < seconds; at += chance.between(1, longest)) {
    const spike = chance.random() < 0.003 ? chance.between(-90, 90) : 0;
    price += chance.between(-swing, swing) + Math.round((BASE - price) * pull);
    ticks.push(tick(START + at, price + spike, chance.between(0, 12)));
  }
  return ticks;
}

export function tick(publishTime: number, price: number, conf = 0): AlertPrice {
  return {
    price: String(price),
    conf: String(conf),
    expo: EXPO,
    publishTime,
    slot: publishTime * 2,
    marketOpen: true,
    stale: false,
    isVerified: true,
  };
}

/** The candles of prices. */
export function candlesOf(ticks: readonly AlertPrice[], length = 60): CandleSeries {
  const groups = Map.groupBy(ticks, ({ publishTime }) => Math.floor(publishTime / length) * length);
  const candles = [...groups].map(([start, group]) => {
    const prices = group.map(({ price }) => BigInt(price));
    const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1));
    const [open = 0n, close = 0n] = [prices[0], prices.at(-1)];
    const [low = 0n, high = 0n] = [sorted[0], sorted.at(-1)];
    return { start, open, high, low, close, isFinal: true };
  });
  return { expo: EXPO, candles };
}

/** A random rule on a level near the base price. */
export function makeLevelRule(chance: Chance): AlertRule {
  const level = ((BASE + chance.between(-80, 80)) / 100).toFixed(2);
  const direction = chance.pick(['above', 'below', 'either']);
  const also = chance.random() < 0.3 && { alsoIfThere: true as const };
  return makeRule({ kind: 'crosses', direction, level, ...also }, { repeat: repeatOf(chance) });
}

/** A random rule on moves, with amounts that a path can reach. */
export function makeMoveRule(chance: Chance): AlertRule {
  const by = chance.pick([
    { unit: 'percent', amount: chance.pick(['0.3', '1', '2.5']) },
    { unit: 'value', amount: chance.pick(['0.4', '1', '3']) },
  ] as const);
  const direction = chance.pick(['up', 'down', 'either']);
  const withinSeconds = chance.pick([60, 61, 300, 900, 3_600]);
  return makeRule({ kind: 'moves', direction, by, withinSeconds }, { repeat: repeatOf(chance) });
}

function repeatOf(chance: Chance): AlertRule['repeat'] {
  if (chance.random() < 0.3) return { mode: 'once' };
  return { mode: 'repeating', cooldownSeconds: chance.pick([60, 3_600]) };
}

/** What a computer that is awake does with the prices. */
export function awake(rule: AlertRule, ticks: readonly AlertPrice[], from?: FeedAlerts) {
  let feed: FeedAlerts = from ?? { watch: null, states: {}, revision: 0 };
  const firings: Firing[] = [];
  for (const latest of ticks) {
    const result = evaluate([answerOf(latest)], {
      rulesOf: () => [rule],
      feeds: new Map([[FEED_ID, feed]]),
      areOn: true,
      reportsMissed: true,
    });
    feed = result.feeds.get(FEED_ID) ?? feed;
    firings.push(...result.firings);
  }
  return { feed, firings };
}
