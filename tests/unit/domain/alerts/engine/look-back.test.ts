import { describe, expect, it } from 'vitest';
import { firstReach, lookBack } from '@/lib/domain/alerts/engine/look-back.ts';
import { gateOf } from '@/lib/domain/alerts/model/phase.ts';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { AlertState } from '@/lib/domain/alerts/model/state.ts';
import { makeRule, REPEATING, START } from '../builders.ts';
import { awake, candlesOf, createChance, makeLevelRule, makeTicks, tick } from './paths.ts';

const RUNS = Number(process.env['ABSENCES'] ?? 120);
const RULE = makeRule({ kind: 'crosses', direction: 'above', level: '100' });

/** What an alert finds in the candles and signed prices of a time, and what it asked for. */
function lookInto(
  rule: AlertRule,
  before: AlertState,
  ticks: readonly AlertPrice[],
  { from, until, isSigned = true }: { from: number; until: number; isSigned?: boolean },
) {
  const times = { from, until, endedAt: until * 1_000 };
  const absence = { feedId: rule.feedId, ...times, hasSlept: true, tries: 0, alerts: [] };
  const options = { absence, length: 60, skewMs: 0 };
  const candles = candlesOf(ticks);
  const search = lookBack(rule, before, candles, options);
  const asked: number[] = [];
  let given: AlertPrice | null = null;
  for (;;) {
    const { done, value } = search.next(given);
    if (done) return { asked, result: value, reach: firstReach(rule, before, candles, options) };
    asked.push(value);
    given = (isSigned && ticks.find(({ publishTime }) => publishTime >= value)) || null;
  }
}

const minuteOf = (seconds: number): number => Math.floor(seconds / 60);

describe('looking into an absence', () => {
  it('finds or mentions the first crossing that a candle shows, and nothing else', () => {
    const table = { none: 0, proven: 0, claimed: 0 };
    for (let seed = 0; seed < RUNS; seed += 1) {
      const chance = createChance(seed);
      const rule = makeLevelRule(chance);
      const ticks = makeTicks(chance, chance.pick([600, 3_600]));
      const cut = chance.between(1, Math.max(1, Math.floor(ticks.length / 4)));
      const seen = awake(rule, ticks.slice(0, cut));
      const before = seen.feed.states[rule.id];
      const from = ticks[cut - 1]?.publishTime ?? START;
      const until = ticks.at(-1)?.publishTime ?? START;
      if (!before || gateOf(rule, before, from * 1_000) !== null) continue;
      // The last price belongs to the last candle.
      const [first] = awake(rule, ticks.slice(cut), seen.feed).firings;
      const { asked, result, reach } = lookInto(rule, before, ticks, { from, until });
      const where = `seed ${seed}`;
      expect(asked.length, where).toBeLessThanOrEqual(3);
      table[result?.kind ?? 'none'] += 1;
      if (result) {
        // Whatever it finds did happen, at that time or later.
        expect(first, where).toBeDefined();
        expect(result.firing.at, where).toBeGreaterThanOrEqual(
          minuteOf((first?.at ?? 0) / 1_000) * 60_000,
        );
        expect(reach, where).not.toBeNull();
      }
      if (result?.kind === 'proven') {
        const { price, missed: isMissed } = result.firing;
        const level = Number(rule.trigger.kind === 'crosses' && rule.trigger.level) * 100;
        const side = result.firing.what.kind === 'crosses' && result.firing.what.direction;
        expect(Math.sign(Number(price?.price) - level), where).toBe(side === 'above' ? 1 : -1);
        expect([isMissed, result.firing.away], where).toEqual([false, 'slept']);
      }
      // An armed alert loses no crossing except in the minutes that it shares with other prices.
      const isArmed = before.tracker.kind === 'crossing' && before.tracker.seen !== null;
      const shared = new Set([from, before.asOf?.publishTime ?? from, until].map(minuteOf));
      if (isArmed && first && !shared.has(minuteOf(first.at / 1_000))) {
        expect(result, where).not.toBeNull();
      }
    }
    expect(Math.min(...Object.values(table))).toBeGreaterThan(5);
    if (process.env['ABSENCES']) console.log(table);
  }, 600_000);

  /** Prices every second for three minutes, above the level in these spans of seconds. */
  const path = (...spans: [from: number, until: number][]) =>
    Array.from({ length: 180 }, (_, at) => {
      const isAbove = spans.some(([from, until]) => at >= from && at < until);
      return tick(START + at, isAbove ? 10_100 : 9_900);
    });
  const look = (ticks: readonly AlertPrice[], { rule = RULE, last = 15, isSigned = true } = {}) => {
    const before = awake(rule, ticks.slice(0, last + 1)).feed.states[rule.id];
    if (!before) throw new Error('The alert has no state.');
    const span = { from: START + last, until: START + 179, isSigned };
    const { asked, result } = lookInto(rule, before, ticks, span);
    return {
      asked: asked.map((at) => at - START),
      kind: result?.kind,
      at: result && result.firing.at / 1_000 - START,
    };
  };

  it('asks first where candles show a price beyond the level', () => {
    expect(look(path([70, 120]))).toEqual({ asked: [119], kind: 'proven', at: 119 });
    expect(look(path([60, 80]))).toEqual({ asked: [60], kind: 'proven', at: 60 });
    expect(look(path([86, 100]))).toEqual({ asked: [89], kind: 'proven', at: 89 });
    expect(look(path([70, 80]))).toEqual({ asked: [89, 74], kind: 'proven', at: 74 });
  });

  it('mentions what at most three signed prices do not show', () => {
    expect(look(path([61, 63]))).toEqual({ asked: [89, 74, 104], kind: 'claimed', at: 60 });
    expect(look(path([60, 80]), { isSigned: false })).toEqual({
      asked: [60, 89, 74],
      kind: 'claimed',
      at: 60,
    });
  });

  it('knows nothing of a crossing that the alert has processed, or slept through', () => {
    const again = { ...RULE, repeat: REPEATING };
    // It triggered at second 10 of the same minute.
    expect(look(path([10, 20]), { rule: again }).kind).toBeUndefined();
    expect(
      look(path([70, 80]), { rule: { ...RULE, snoozedUntil: (START + 120) * 1_000 } }),
    ).toEqual({ asked: [], kind: undefined, at: null });
  });

  it('asks about its first minute, but mentions only what the end of it shows', () => {
    expect(look(path([30, 33]))).toEqual({ asked: [37, 26, 48], kind: undefined, at: null });
    expect(look(path([35, 40])).kind).toBe('proven');
    expect(look(path([50, 60]), { isSigned: false }).kind).toBe('claimed');
    expect(look(path([140, 143]), { isSigned: false }).kind).toBe('claimed');
  });
});
