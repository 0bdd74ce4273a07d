import { describe, expect, it } from 'vitest';
import { makeRule, START } from '../builders.ts';
import { faultsOf, lookInto, playAbsence, shownIn } from './absences.ts';
import { awake, tick } from './paths.ts';

const RUNS = Number(process.env['ABSENCES'] ?? 80);
const FIRST = Number(process.env['ABSENCES_FROM'] ?? 0);

describe('looking into an absence', () => {
  it('finds or mentions every crossing that a candle shows, and fires only what happened', () => {
    const table = { absences: 0, crossed: 0, proven: 0, mentioned: 0, lookups: 0 };
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      const played = playAbsence(seed);
      if (!played) continue;
      expect(faultsOf(played), `seed ${seed}`).toEqual([]);
      table.absences += 1;
      table.lookups += played.asked.length;
      if (shownIn(played).length === 0) continue;
      table.crossed += 1;
      table[played.firings.length > 0 ? 'proven' : 'mentioned'] += 1;
    }
    if (process.env['ABSENCES']) console.log(table);
  }, 1_200_000);

  it.each([
    ['in the minute in which a cooldown ends', 6_858],
    ['whose confirmation began before', 9_167],
    ['back within the minute of another one', 8_734],
    ['by a price that flutters around the level, and is on it at the end of a minute', 1_002_154],
  ])('does not lose a crossing %s', (_, seed) => {
    const played = playAbsence(seed);
    expect(played && shownIn(played)).not.toEqual([]);
    expect(played && faultsOf(played)).toEqual([]);
  });
});

describe('the minute in which an alert triggered before the browser was closed', () => {
  const rule = makeRule(
    { kind: 'crosses', direction: 'above', level: '100' },
    { repeat: { mode: 'repeating', cooldownSeconds: 0 }, rearmBandPercent: '0' },
  );
  /** The price is above the level in each of these spans of seconds. The browser is closed after 15 s. */
  const close = (...spans: [from: number, until: number][]) => {
    const isAbove = (at: number): boolean =>
      spans.some(([from, until]) => at >= from && at < until);
    const ticks = Array.from({ length: 180 }, (_, at) =>
      tick(START + at, isAbove(at) ? 10_100 : 9_900),
    );
    const { feed, firings } = awake(rule, ticks.slice(0, 16));
    const before = feed.states[rule.id];
    expect(firings.map(({ at }) => at / 1_000 - START)).toEqual([10]);
    if (!before) throw new Error('The alert has no state.');
    const found = lookInto(rule, before, ticks, { from: START + 15, until: START + 179 });
    const afterMs = ({ at }: { at: number }): number => at / 1_000 - START;
    return { proven: found.firings.map(afterMs), mentioned: found.claims.map(afterMs) };
  };

  it('has no mention of the same crossing', () => {
    expect(close([10, 20])).toEqual({ proven: [], mentioned: [] });
  });

  it('still has later crossings that signed prices prove', () => {
    const { proven, mentioned } = close([10, 20], [35, 45]);
    expect(mentioned).toEqual([]);
    expect(proven).toEqual([expect.toSatisfy((at: number) => at >= 35 && at < 45)]);
  });

  it('still has a crossing that its last price shows', () => {
    expect(close([10, 20], [58, 60])).toEqual({ proven: [59], mentioned: [] });
  });
});
