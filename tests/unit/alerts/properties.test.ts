import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateFeed } from '../../../lib/alerts/evaluate-all.ts';
import { GAP } from '../../../lib/alerts/feed-watch.ts';
import type { Firing } from '../../../lib/alerts/firing.ts';
import type { AlertRule } from '../../../lib/alerts/rule.ts';
import { createFeed, FEED_ID, makeRule, sampleAt, START, type Played } from './feed.ts';
import { anyDeed, anyRule, walk, type Happened } from './walks.ts';

const BASE = 10_000;
const RUNS = { numRuns: 150 };

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

function playAll(rules: readonly AlertRule[], events: readonly Happened[]): Played {
  const feed = createFeed(rules);
  for (const { event } of events) feed.play(event);
  return feed.played;
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

describe('any alert', () => {
  const rules = fc.tuple(anyRule(BASE, 'a'), anyRule(BASE, 'b'), anyRule(BASE, 'c'));
  const deeds = fc.array(anyDeed, { minLength: 1, maxLength: 90 });

  it.each([BASE, 20, 0, -BASE])(
    'around %i hundredths: a prefix plus the rest is the whole',
    (base) => {
      const many = fc.tuple(anyRule(base, 'a'), anyRule(base, 'b'), anyRule(base, 'c'));
      fc.assert(
        fc.property(walk(base), many, deeds, fc.nat(), (events, initial, done, cut) => {
          const whole = replay(initial, events, done, []);
          const parts = replay(initial, events, done, [cut % events.length]);
          expect(parts).toEqual(whole);
          const ids = [...whole.firings, ...whole.missed].map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
        }),
        RUNS,
      );
    },
  );

  it('taken twice, every event fires but once', () => {
    fc.assert(
      fc.property(walk(BASE), rules, (events, some) => {
        // By the clock a state lasts on while the same is said again, so only prices are asked.
        const priced = some.filter(({ trigger }) => trigger.kind !== 'stale-while-open');
        const once = playAll(priced, events);
        const twice = playAll(
          priced,
          events.flatMap((one) => [one, one]),
        );
        expect(twice.firings).toEqual(once.firings);
        expect(twice.missed).toEqual(once.missed);
      }),
      RUNS,
    );
  });

  it('taken again after a crash before the watch was stored, no event fires again', () => {
    fc.assert(
      fc.property(
        walk(BASE),
        rules,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
        (events, some, crashes) => {
          const calm = playAll(some, events);
          const rough = createFeed(some);
          for (const [n, { event }] of events.entries()) {
            const { watch } = rough.played;
            rough.play(event);
            if (!crashes[n % crashes.length]) continue;
            rough.played.watch = watch;
            const again = rough.play(event);
            expect([...again.firings, ...again.missed]).toEqual([]);
          }
          expect(rough.played).toEqual(calm);
        },
      ),
      RUNS,
    );
  });

  it('never fires once more than it may: once, and not within its cool-down', () => {
    fc.assert(
      fc.property(walk(BASE), rules, (events, some) => {
        // Without clock jumps: set back, a clock ends a cool-down early rather than never.
        const steady = events.map(({ event, trueTime, isNew }) => ({
          event: atTime(event, trueTime),
          trueTime,
          isNew,
        }));
        const { firings } = playAll(some, steady);
        for (const rule of some) {
          const times = firings.filter(({ alertId }) => alertId === rule.id).map(({ at }) => at);
          if (rule.repeat.mode === 'once') expect(times.length).toBeLessThanOrEqual(1);
          const cooldown = rule.repeat.mode === 'once' ? 0 : rule.repeat.cooldownSeconds * 1_000;
          for (const [n, at] of times.entries()) {
            const next = times[n + 1];
            if (next !== undefined) expect(next - at).toBeGreaterThanOrEqual(cooldown);
            if (rule.expiresAt !== null) expect(at).toBeLessThan(rule.expiresAt);
            expect(
              times.filter((other) => other >= at && other - at < 180_000).length,
            ).toBeLessThanOrEqual(15);
          }
        }
      }),
      RUNS,
    );
  });

  it('fires on nothing stale, nothing old, and on no closed market unless asked', () => {
    fc.assert(
      fc.property(walk(BASE), rules, (events, some) => {
        const priced = some.filter(
          ({ trigger }) => trigger.kind !== 'stale-while-open' && trigger.kind !== 'market',
        );
        const feed = createFeed(priced);
        for (const { event, isNew } of events) {
          const { firings } = feed.play(event);
          for (const { alertId } of firings) {
            expect(isNew && event.type === 'sample' && !event.sample.stale).toBe(true);
            const rule = priced.find(({ id }) => id === alertId);
            if (rule?.onlyWhileOpen)
              expect(event.type === 'sample' && event.sample.marketOpen).toBe(true);
          }
        }
      }),
      RUNS,
    );
  });

  it('leaves the states of a quiet price as they are', () => {
    fc.assert(
      fc.property(rules, (some) => {
        const feed = createFeed(some);
        for (let at = 0; at < 3; at++) feed.price(at, '100');
        const { states, watch } = feed.played;
        const event = { type: 'sample', sample: sampleAt(3, '100') } as const;
        const again = evaluateFeed({
          rules: some,
          states,
          watch,
          event,
          areOn: true,
          feedId: FEED_ID,
        });
        for (const [id, state] of Object.entries(again.states)) {
          // Only a window or a cool-down has anything to note.
          expect(state.tracker.kind === 'move' || states[id]?.coolingUntil !== null).toBe(true);
        }
      }),
    );
  });

  it('survives figures of any size', () => {
    const digits = fc.oneof(
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
      fc.integer({ min: 1, max: 1_001 }).map((length) => '9'.repeat(length)),
      fc.constantFrom('', '-', '1.5', 'NaN', '-0'),
    );
    const expo = fc.oneof(fc.integer({ min: -420, max: 420 }), fc.constantFrom(1e12, 0.5, NaN));
    fc.assert(
      fc.property(
        rules,
        fc.array(fc.tuple(digits, digits, digits, expo), { maxLength: 8 }),
        (some, figures) => {
          const feed = createFeed(some);
          for (const [n, [price, conf, ema, power]] of figures.entries()) {
            const odd = { price, conf, emaPrice: ema, expo: power, emaExpo: power };
            feed.play({ type: 'sample', sample: { ...sampleAt(n, '0'), ...odd } });
          }
          expect(feed.played.firings.length).toBeLessThanOrEqual(figures.length * 3);
        },
      ),
      { numRuns: 150 },
    );
  });
});

type Deed = (rule: AlertRule, now: number) => AlertRule;

function replay(
  initial: readonly AlertRule[],
  events: readonly Happened[],
  deeds: readonly Deed[],
  cuts: readonly number[],
) {
  let rules = initial;
  let feed = createFeed(rules);
  const firings: Firing[] = [];
  const missed: Firing[] = [];
  for (const [n, { event, trueTime }] of events.entries()) {
    if (cuts.includes(n)) {
      const { states, watch } = feed.played;
      feed = createFeed(rules);
      Object.assign(feed.played, JSON.parse(JSON.stringify({ states, watch })));
    }
    const deed = deeds[n % deeds.length];
    rules = rules.map((rule) => (deed ? deed(rule, trueTime) : rule));
    feed.change((rule) => rules.find(({ id }) => id === rule.id) ?? rule);
    const result = feed.play(event);
    firings.push(...result.firings);
    missed.push(...result.missed);
  }
  return { states: feed.played.states, watch: feed.played.watch, firings, missed };
}

function atTime(event: Happened['event'], trueTime: number): Happened['event'] {
  if (event.type === 'tick') return { ...event, at: trueTime };
  return { ...event, sample: { ...event.sample, receivedAt: trueTime } };
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
