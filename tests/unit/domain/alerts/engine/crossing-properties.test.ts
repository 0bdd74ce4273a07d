import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAP } from '@/lib/domain/alerts/engine/feed-watch.ts';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { makeRule, REPEATING, START } from '../builders.ts';
import { playAll, walk, type Happened } from './walks.ts';

const BASE = 10_000;

/** A sample that a crossing alert evaluates while the market is open. Prices are in hundredths. */
interface Evaluated {
  price: number;
  conf: number;
  /** Whether this is the first evaluated sample after a gap. */
  afterGap: boolean;
  /** By the local clock. */
  at: number;
  id: string;
}

/** The samples of a walk that an alert evaluates, derived independently of the code under test. */
function evaluatedSamples(events: readonly Happened[]): Evaluated[] {
  const samples: Evaluated[] = [];
  let answeredAt = -Infinity;
  let gap = false;
  let newest = 0;
  let clock = 0;
  for (const { event, trueTime, isNew } of events) {
    const { isAnswer, at, latest: sample } = event;
    if (!isAnswer || !sample) continue;
    const isOlder = !isNew && (sample.slot ?? 0) < newest;
    if (isOlder) continue;
    // A forward clock jump is indistinguishable from sleep and must be treated as a gap.
    gap ||= trueTime - answeredAt > GAP || at - clock > GAP;
    answeredAt = trueTime;
    clock = at;
    newest = Math.max(newest, sample.slot ?? 0);
    if (!isNew || !sample.marketOpen) continue;
    samples.push({
      price: Number(sample.price),
      conf: Number(sample.conf),
      afterGap: gap,
      at,
      id: `${sample.publishTime}-${sample.slot}`,
    });
    gap = false;
  }
  return samples;
}

/** The index of each firing's sample among the evaluated ones. */
function indexesOf(firings: readonly Firing[], samples: readonly Evaluated[]): number[] {
  return firings.map(({ price }) =>
    samples.findIndex(({ id }) => id === `${price?.publishTime}-${price?.slot}`),
  );
}

const level = fc.integer({ min: BASE - 40, max: BASE + 40 });
const direction = fc.constantFrom('above' as const, 'below' as const, 'either' as const);

describe('a crossing', () => {
  it('fires exactly when a simple model of the rules does', () => {
    const options = fc.record({
      level,
      direction,
      isRepeating: fc.boolean(),
    });
    fc.assert(
      fc.property(walk(BASE), options, (events, { isRepeating, ...where }) => {
        const rule = makeRule(
          { kind: 'crosses', direction: where.direction, level: String(where.level / 100) },
          { repeat: isRepeating ? REPEATING : { mode: 'once' } },
        );
        const samples = evaluatedSamples(events);
        const expected = crossings(samples, where);
        const fired = indexesOf(playAll([rule], events).firings, samples);
        expect(fired).toEqual(isRepeating ? expected : expected.slice(0, 1));
      }),
      { numRuns: 500 },
    );
  });

  it('never fires without a crossing, or twice without moving back by the reset distance', () => {
    fc.assert(
      fc.property(walk(BASE), level, direction, (events, at, way) => {
        const rule = makeRule(
          { kind: 'crosses', direction: way, level: String(at / 100) },
          { repeat: REPEATING },
        );
        const samples = evaluatedSamples(events);
        const { firings } = playAll([rule], events);
        const fired = indexesOf(firings, samples);
        for (const [nth, index] of fired.entries()) {
          const what = firings[nth]?.what;
          const sign = what?.kind === 'crosses' && what.direction === 'above' ? 1 : -1;
          expect(((samples[index]?.price ?? at) - at) * sign).toBeGreaterThan(0);
          const since = fired[nth - 1] ?? -1;
          const minimum = since < 0 ? 0 : at / 1_000;
          // With `either`, the price of a firing may itself be the starting side of the next one.
          const from = Math.max(since, 0);
          const between = samples.slice(from, index);
          const origin = between.findLastIndex(({ price }) => (at - price) * sign > 0);
          expect(origin).toBeGreaterThanOrEqual(0);
          expect(between.some(({ price }) => Math.abs(at - price) >= minimum)).toBe(true);
          const sinceOrigin = samples.slice(from + 1 + origin, index + 1);
          expect(sinceOrigin.some(({ afterGap }) => afterGap)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The model: it knows only the level, the side that the price was last on and the last firing. */
function crossings(
  samples: readonly Evaluated[],
  { level: at, direction: way }: { level: number; direction: string },
): number[] {
  const fired: number[] = [];
  let origin: 1 | -1 | 0 = 0;
  let needsReset = false;
  let coolingUntil = 0;
  for (const [index, { price, conf, afterGap, at: now }] of samples.entries()) {
    const side = Math.sign(price - at) as 1 | -1 | 0;
    // A cooldown that lasts longer than a minute is from before the clock was set back.
    const isCooling = now < coolingUntil && coolingUntil - now <= 60_000;
    if (afterGap && side !== origin) origin = 0;
    if (origin !== 0 && side === -origin) {
      if (!isCooling) {
        fired.push(index);
        coolingUntil = now + 60_000;
      }
      origin = 0;
      needsReset = true;
    }
    const isOrigin = way === 'either' || (way === 'above') === side < 0;
    const distance = Math.abs(price - at);
    const hasReset = !needsReset || (distance > conf && distance >= at / 1_000);
    if (origin === 0 && side !== 0 && isOrigin && hasReset) {
      origin = side;
      needsReset = false;
    }
  }
  return fired;
}

describe('the walk generator', () => {
  it('produces enough crossings, misses, repeats and reordered prices to test anything', () => {
    const rule = makeRule(
      { kind: 'crosses', direction: 'either', level: '100' },
      { repeat: REPEATING },
    );
    const walks = fc.sample(walk(BASE), { numRuns: 100, seed: START });
    const played = walks.map((events) => playAll([rule], events));
    expect(played.flatMap(({ firings }) => firings).length).toBeGreaterThan(100);
    expect(played.flatMap(({ missed }) => missed).length).toBeGreaterThan(10);
    expect(walks.flat().filter(({ isNew }) => !isNew).length).toBeGreaterThan(50);
  });
});
