import { rehearseCandles } from '../../lib/domain/alerts/engine/rehearse.ts';
import type { AlertRule } from '../../lib/domain/alerts/model/rule.ts';
import { makeRule, moves } from '../unit/domain/alerts/builders.ts';
import { createRandom, hash32 } from '../price-service/hash.ts';
import type { Bench } from './bench-kind.ts';

const MINUTES = 30 * 1_440;
const START = 1_795_219_200;
const FIRST_PRICE = 8_130_000;

/** The CPU time of a rehearsal, and its longest turn: typing waits for at most one. */
export const rehearsal: Bench = {
  name: 'rehearsal',
  what: 'an alert rehearsed on 30 days of minute candles',
  run({ quick }) {
    const history = minuteCandles();
    const rules = rulesNear(history.series.candles.map(({ close }) => close));
    const samples: number[] = [];
    const turns: number[] = [];
    for (let round = -2; round < (quick ? 3 : 15); round += 1) {
      const times = rules.map((rule) => turnsOf(rule, history));
      if (round < 0) continue;
      samples.push(Math.max(...times.map((of) => of.reduce((sum, ms) => sum + ms, 0))));
      turns.push(Math.max(...times.flat()));
    }
    const what = `the slowest of ${rules.length} rules on ${MINUTES} candles`;
    return Promise.resolve([
      { name: 'rehearsal-30d', what, unit: 'ms', samples },
      { name: 'rehearsal-turn', what: `the longest turn of ${what}`, unit: 'ms', samples: turns },
    ]);
  },
};

function turnsOf(rule: AlertRule, history: ReturnType<typeof minuteCandles>): number[] {
  const run = rehearseCandles(rule, history);
  const turns: number[] = [];
  for (let isDone = false; !isDone;) {
    const before = process.cpuUsage();
    isDone = run.next().done === true;
    const { user, system } = process.cpuUsage(before);
    turns.push((user + system) / 1_000);
  }
  return turns;
}

function minuteCandles() {
  const random = createRandom(hash32(1, 2));
  let price = FIRST_PRICE;
  const candles = Array.from({ length: MINUTES }, (_, index) => {
    const prices = Array.from({ length: 8 }, () => {
      price *= 1 + (random() - 0.5) * 7e-4;
      return Math.round(price);
    });
    return {
      start: START + index * 60,
      open: BigInt(prices[0] ?? 0),
      high: BigInt(Math.max(...prices)),
      low: BigInt(Math.min(...prices)),
      close: BigInt(prices.at(-1) ?? 0),
      isFinal: true,
    };
  });
  return { series: { expo: -2, candles }, length: 60, since: START, isOpenAt: () => true };
}

/** Rules that trigger seldom and often, with and without waits. */
function rulesNear(closes: readonly bigint[]): AlertRule[] {
  const sorted = closes.toSorted((a, b) => Number(a - b));
  const levels = [0.5, 0.95].map(
    (share) => Number(sorted[Math.floor(share * MINUTES)] ?? 0n) / 100,
  );
  const often = { mode: 'repeating', cooldownSeconds: 0 } as const;
  const hourly = { mode: 'repeating', cooldownSeconds: 3_600 } as const;
  return [often, hourly].flatMap((repeat) => [
    ...levels.map((level) =>
      makeRule({ kind: 'crosses', direction: 'above', level: String(level) }, { repeat }),
    ),
    ...levels.map((level) =>
      makeRule(
        { kind: 'crosses', direction: 'either', level: String(level) },
        { repeat, confirmationSeconds: 60 },
      ),
    ),
    makeRule(moves('1%', 3_600), { repeat }),
  ]);
}
