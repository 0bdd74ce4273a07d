import { describe, expect, it } from 'vitest';
import { lookBack } from '../../../../../lib/domain/alerts/engine/look-back.ts';
import { gateOf } from '../../../../../lib/domain/alerts/model/phase.ts';
import type { Firing } from '../../../../../lib/domain/alerts/model/firing.ts';
import type { AlertPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import { START } from '../builders.ts';
import { awake, candlesOf, createChance, makeLevelRule, makeTicks } from './paths.ts';

const RUNS = Number(process.env['ABSENCES'] ?? 80);
const BASE = 10_000;
/** Signed prices asked for in an absence. */
const MAX_IN_ALL = 24;
/** A path that crosses a level all the time has more than are mentioned. */
const MAX_CLAIMS = 50;

/** One seeded absence, with what a computer that stayed awake would have done. */
export function playAbsence(seed: number) {
  const chance = createChance(seed);
  const rule = makeLevelRule(chance, BASE);
  const ticks = makeTicks(chance, chance.pick([600, 3_600, 4 * 3_600]), BASE);
  const cut = chance.between(1, Math.max(1, Math.floor(ticks.length / 4)));
  const seen = awake(rule, ticks.slice(0, cut));
  const before = seen.feed.states[rule.id];
  const [from, until] = [ticks[cut - 1]?.publishTime ?? START, ticks.at(-1)?.publishTime ?? START];
  const missed = ticks.slice(cut, -1);
  if (!before || gateOf(rule, before, from * 1_000) === 'fired' || before.suspended) return null;
  const awakened = awake(rule, missed, seen.feed);
  // Lookups cannot see how often a price flutters.
  if (awakened.feed.states[rule.id]?.suspended) return null;
  const truth = awakened.firings;
  const absence = {
    feedId: rule.feedId,
    from,
    until,
    hasSlept: true,
    endedAt: until * 1_000,
    tries: 0,
    alerts: [],
  };
  const places = { absence, length: 60, skewMs: 0, isOpenAt: () => true };
  const search = lookBack(rule, before, candlesOf(ticks), places);
  const asked: number[] = [];
  let given: AlertPrice | null = null;
  for (;;) {
    const { done, value } = search.next(given);
    if (done) return { rule, before, ticks: missed, truth, asked, ...value };
    const isAllowed = asked.length < MAX_IN_ALL;
    if (isAllowed) asked.push(value);
    given = (isAllowed && ticks.find(({ publishTime }) => publishTime >= value)) || null;
  }
}

/** Whether a firing is on a signed price beyond the level, after one on the other side or in the reset. */
function isBeyondAt({ what, at }: Firing, ticks: readonly AlertPrice[]): boolean {
  const price = ticks.find(({ publishTime }) => publishTime * 1_000 === at);
  if (!price || (what.kind !== 'crosses' && what.kind !== 'is')) return false;
  const side = what.kind === 'is' ? what.side : what.direction;
  const level = Number(what.level) * 100;
  return side === 'above' ? Number(price.price) > level : Number(price.price) < level;
}

const minuteOf = (ms: number): number => Math.floor(ms / 60_000);

describe('looking into an absence', () => {
  it('finds or mentions every crossing that a candle shows, and fires only what happened', () => {
    const table = { absences: 0, crossed: 0, proven: 0, mentioned: 0, requests: 0 };
    for (let seed = 0; seed < RUNS; seed += 1) {
      const played = playAbsence(seed);
      if (!played) continue;
      const { rule, ticks, truth, firings, claims, asked } = played;
      const where = `seed ${seed} ${JSON.stringify(rule.trigger)}`;
      // The k-th firing never comes before the k-th of a computer that was awake.
      for (const [index, firing] of firings.entries()) {
        const real = truth[index];
        // A cooldown of what nobody could prove is not known.
        const isExact = rule.repeat.mode === 'once' || rule.repeat.cooldownSeconds === 0;
        if (isExact) expect(real, `${where}: a false firing`).toBeDefined();
        if (real && isExact) expect(firing.at, where).toBeGreaterThanOrEqual(real.at);
        expect(isBeyondAt(firing, ticks), `${where}: not beyond the level`).toBe(true);
        expect(firing.missed).toBe(false);
      }
      const ids = [...firings, ...claims].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const times = [...firings, ...claims].map(({ at }) => minuteOf(at));
      const isPlain =
        rule.confirmationSeconds === 0 &&
        (rule.repeat.mode === 'once' || rule.repeat.cooldownSeconds === 0);
      const shown = rule.repeat.mode === 'once' ? truth.slice(0, 1) : truth;
      if (isPlain && !rule.certain && claims.length < MAX_CLAIMS) {
        // Candles show one event a minute, and none later than it happened.
        const minutes = [...new Set(shown.map(({ at }) => minuteOf(at)))];
        const found = times.toSorted((x, y) => x - y);
        for (const [index, minute] of minutes.entries()) {
          expect(found[index], `${where}: minute ${minute} is lost`).toBeLessThanOrEqual(minute);
        }
      } else if (shown.length > 0) expect(times.length, `${where}: lost`).toBeGreaterThan(0);
      table.absences += 1;
      table.requests += asked.length;
      if (shown.length === 0) continue;
      table.crossed += 1;
      if (firings.length > 0) table.proven += 1;
      else if (claims.length > 0) table.mentioned += 1;
    }
    if (process.env['ABSENCES']) console.log(table);
  }, 1_200_000);
});
