import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateFeed } from '../../../lib/alerts/evaluate-all.ts';
import type { Firing } from '../../../lib/alerts/firing.ts';
import type { AlertRule } from '../../../lib/alerts/rule.ts';
import { createFeed, FEED_ID, sampleAt } from './feed.ts';
import { anyDeed, anyRule, playAll, walk, type Happened } from './walks.ts';

const BASE = 10_000;
const RUNS = { numRuns: 150 };

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
