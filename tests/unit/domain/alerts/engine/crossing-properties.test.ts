import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAP } from '../../../../../lib/domain/alerts/engine/feed-watch.ts';
import type { Firing } from '../../../../../lib/domain/alerts/model/firing.ts';
import { makeRule, START } from '../builders.ts';
import { playAll, walk, type Happened } from './walks.ts';

const BASE = 10_000;

/** A sample that a crossing alert evaluates while the market is open. Prices are in hundredths. */
interface Evaluated {
  price: number;
  conf: number;
  /** Whether this is the first evaluated sample after a gap. */
  afterGap: boolean;
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
      certain: fc.boolean(),
      isRepeating: fc.boolean(),
      band: fc.constantFrom(0, 10, 35),
    });
    fc.assert(
      fc.property(walk(BASE), options, (events, { certain, isRepeating, band, ...where }) => {
        const rule = makeRule(
          { kind: 'crosses', direction: where.direction, level: String(where.level / 100) },
          {
            certain,
            // For a level near 100, a hundredth of a percent is close to a hundredth of the price.
            rearmBandPercent: String(band / 100),
            repeat: isRepeating ? { mode: 'repeating', cooldownSeconds: 0 } : { mode: 'once' },
          },
        );
        const samples = evaluatedSamples(events);
        const { firings, suspended } = playAll([rule], events);
        const expected = crossings(samples, {
          ...where,
          certain,
          band: (where.level * band) / 10_000,
        });
        const limited = isRepeating ? expected : expected.slice(0, 1);
        const fired = indexesOf(firings, samples);
        if (suspended.length > 0) expect(fired).toEqual(limited.slice(0, fired.length));
        else expect(fired).toEqual(limited);
      }),
      { numRuns: 500 },
    );
  });

  it('never fires without a crossing, or twice without moving back by the reset distance', () => {
    fc.assert(
      fc.property(walk(BASE), level, direction, (events, at, way) => {
        const rule = makeRule(
          { kind: 'crosses', direction: way, level: String(at / 100) },
          { repeat: { mode: 'repeating', cooldownSeconds: 0 } },
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

/** The model: it knows only the level and the side that the price was last on. */
function crossings(
  samples: readonly Evaluated[],
  {
    level: at,
    direction: way,
    certain,
    band,
  }: { level: number; direction: string; certain: boolean; band: number },
): number[] {
  const fired: number[] = [];
  let origin: 1 | -1 | 0 = 0;
  let minimum = 0;
  for (const [index, { price, conf, afterGap }] of samples.entries()) {
    if (afterGap && Math.sign(price - at) !== origin) origin = 0;
    const near = price - at + origin * (certain ? conf : 0);
    if (origin !== 0 && Math.sign(near) === -origin) {
      fired.push(index);
      origin = 0;
      minimum = band;
    }
    const side = Math.sign(price - at);
    const isOrigin = way === 'either' || (way === 'above') === side < 0;
    if (origin === 0 && side !== 0 && isOrigin && Math.abs(price - at) >= minimum) {
      origin = side < 0 ? -1 : 1;
      minimum = 0;
    }
  }
  return fired;
}

describe('the walk generator', () => {
  it('produces enough crossings, misses, repeats and reordered prices to test anything', () => {
    const rule = makeRule(
      { kind: 'crosses', direction: 'either', level: '100' },
      { repeat: { mode: 'repeating', cooldownSeconds: 0 } },
    );
    const walks = fc.sample(walk(BASE), { numRuns: 100, seed: START });
    const played = walks.map((events) => playAll([rule], events));
    expect(played.flatMap(({ firings }) => firings).length).toBeGreaterThan(200);
    expect(played.flatMap(({ missed }) => missed).length).toBeGreaterThan(10);
    expect(walks.flat().filter(({ isNew }) => !isNew).length).toBeGreaterThan(50);
  });
});
