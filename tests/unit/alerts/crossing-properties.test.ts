import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAP } from '../../../lib/alerts/feed-watch.ts';
import type { Firing } from '../../../lib/alerts/firing.ts';
import { makeRule, START } from './feed.ts';
import { playAll, walk, type Happened } from './walks.ts';

const BASE = 10_000;

/** A sample that a crossing alert on open markets evaluates; prices in hundredths. */
interface Seen {
  price: number;
  conf: number;
  /** The first evaluated sample since nobody looked. */
  afterGap: boolean;
  id: string;
}

/** What an alert sees of a walk, told from the walk itself. */
function evaluated(events: readonly Happened[]): Seen[] {
  const seen: Seen[] = [];
  let lookedAt = -Infinity;
  let gap = false;
  let newest = 0;
  let clock = 0;
  for (const { event, trueTime, isNew } of events) {
    if (event.type === 'tick') continue;
    const { sample } = event;
    const isOlder = !isNew && (sample.slot ?? 0) < newest;
    if (isOlder) continue;
    // A clock jump forward looks like a sleep and must only ever err that way.
    gap ||= trueTime - lookedAt > GAP || sample.receivedAt - clock > GAP;
    lookedAt = trueTime;
    clock = sample.receivedAt;
    newest = Math.max(newest, sample.slot ?? 0);
    if (!isNew || sample.stale || !sample.marketOpen) continue;
    seen.push({
      price: Number(sample.price),
      conf: Number(sample.conf),
      afterGap: gap,
      id: `${sample.publishTime}-${sample.slot}`,
    });
    gap = false;
  }
  return seen;
}

/** The samples at which a list of firings happened, by their place among the evaluated ones. */
function places(firings: readonly Firing[], seen: readonly Seen[]): number[] {
  return firings.map(({ price }) =>
    seen.findIndex(({ id }) => id === `${price?.publishTime}-${price?.slot}`),
  );
}

const level = fc.integer({ min: BASE - 40, max: BASE + 40 });
const direction = fc.constantFrom('above' as const, 'below' as const, 'either' as const);

describe('a crossing', () => {
  it('fires exactly as a plain reading of the rules says', () => {
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
            // Hundredths of a per cent of a level near 100 are hundredths of the price, nearly.
            rearmBandPercent: String(band / 100),
            repeat: isRepeating ? { mode: 'repeating', cooldownSeconds: 0 } : { mode: 'once' },
          },
        );
        const seen = evaluated(events);
        const { firings, suspended } = playAll([rule], events);
        const expected = crossings(seen, {
          ...where,
          certain,
          band: (where.level * band) / 10_000,
        });
        const limited = isRepeating ? expected : expected.slice(0, 1);
        const found = places(firings, seen);
        if (suspended.length > 0) expect(found).toEqual(limited.slice(0, found.length));
        else expect(found).toEqual(limited);
      }),
      { numRuns: 500 },
    );
  });

  it('never fires without a crossing, nor twice without a re-arm', () => {
    fc.assert(
      fc.property(walk(BASE), level, direction, (events, at, way) => {
        const rule = makeRule(
          { kind: 'crosses', direction: way, level: String(at / 100) },
          { repeat: { mode: 'repeating', cooldownSeconds: 0 } },
        );
        const seen = evaluated(events);
        const { firings } = playAll([rule], events);
        const found = places(firings, seen);
        for (const [nth, place] of found.entries()) {
          const what = firings[nth]?.what;
          const sign = what?.kind === 'crosses' && what.direction === 'above' ? 1 : -1;
          expect(((seen[place]?.price ?? at) - at) * sign).toBeGreaterThan(0);
          const since = found[nth - 1] ?? -1;
          const least = since < 0 ? 0 : at / 1_000;
          // The price of a firing may itself arm the way back.
          const from = Math.max(since, 0);
          const between = seen.slice(from, place);
          const origin = between.findLastIndex(({ price }) => (at - price) * sign > 0);
          expect(origin).toBeGreaterThanOrEqual(0);
          expect(between.some(({ price }) => Math.abs(at - price) >= least)).toBe(true);
          const sinceOrigin = seen.slice(from + 1 + origin, place + 1);
          expect(sinceOrigin.some(({ afterGap }) => afterGap)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The model: a level, where the price was last seen, and no more. */
function crossings(
  seen: readonly Seen[],
  {
    level: at,
    direction: way,
    certain,
    band,
  }: { level: number; direction: string; certain: boolean; band: number },
): number[] {
  const found: number[] = [];
  let origin: 1 | -1 | 0 = 0;
  let least = 0;
  for (const [place, { price, conf, afterGap }] of seen.entries()) {
    if (afterGap && Math.sign(price - at) !== origin) origin = 0;
    const near = price - at + origin * (certain ? conf : 0);
    if (origin !== 0 && Math.sign(near) === -origin) {
      found.push(place);
      origin = 0;
      least = band;
    }
    const side = Math.sign(price - at);
    const isOrigin = way === 'either' || (way === 'above') === side < 0;
    if (origin === 0 && side !== 0 && isOrigin && Math.abs(price - at) >= least) {
      origin = side < 0 ? -1 : 1;
      least = 0;
    }
  }
  return found;
}

describe('a walk', () => {
  it('of the generator does cross, miss, repeat and reorder, or the properties prove nothing', () => {
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
