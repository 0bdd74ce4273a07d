import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { answerOf, createFeed, ms, priceAt } from '../builders.ts';
import { anyUserAction, anyRule, playAll, walk, type Happened } from './walks.ts';

const BASE = 10_000;
const RUNS = { numRuns: 150 };

describe('any alert', () => {
  const rules = fc.tuple(anyRule(BASE, 'a'), anyRule(BASE, 'b'), anyRule(BASE, 'c'));
  const userActions = fc.array(anyUserAction, { minLength: 1, maxLength: 90 });

  it.each([BASE, 20, 0, -BASE])(
    'gives the same result if the worker restarts in between, for prices around %i hundredths',
    (base) => {
      const many = fc.tuple(anyRule(base, 'a'), anyRule(base, 'b'), anyRule(base, 'c'));
      fc.assert(
        fc.property(walk(base), many, userActions, fc.nat(), (events, initial, actions, cut) => {
          const whole = replay(initial, events, actions, []);
          const parts = replay(initial, events, actions, [cut % events.length]);
          expect(parts).toEqual(whole);
          const ids = [...whole.firings, ...whole.missed].map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
        }),
        RUNS,
      );
    },
  );

  it('fires once for an event that is played twice', () => {
    fc.assert(
      fc.property(walk(BASE), rules, (events, some) => {
        // A repeated response extends how long a price has been stale, so leave out those alerts.
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

  it('does not fire again for an event replayed after a crash before the watch was stored', () => {
    fc.assert(
      fc.property(
        walk(BASE),
        rules,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
        (events, some, crashes) => {
          const uninterrupted = playAll(some, events);
          const crashing = createFeed(some);
          for (const [n, { event }] of events.entries()) {
            const { watch } = crashing.played;
            crashing.play(event);
            if (!crashes[n % crashes.length]) continue;
            crashing.played.watch = watch;
            const again = crashing.play(event);
            expect([...again.firings, ...again.missed]).toEqual([]);
          }
          expect(crashing.played).toEqual(uninterrupted);
        },
      ),
      RUNS,
    );
  });

  it('never exceeds its limits: once, the cooldown, the expiry', () => {
    fc.assert(
      fc.property(walk(BASE), rules, (events, some) => {
        // Without clock jumps, because setting the clock back ends a cooldown early.
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
          }
        }
      }),
      RUNS,
    );
  });

  it('never fires on an old price, or an unsigned one of a closed market', () => {
    fc.assert(
      fc.property(walk(BASE), rules, (events, some) => {
        const priced = some.filter(
          ({ trigger }) => trigger.kind !== 'stale-while-open' && trigger.kind !== 'market',
        );
        const feed = createFeed(priced);
        for (const { event, isNew } of events) {
          const { firings } = feed.play(event);
          if (firings.length === 0) continue;
          expect(isNew && event.isAnswer && event.latest?.marketOpen).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('leaves states unchanged while the price does not change', () => {
    fc.assert(
      fc.property(rules, (some) => {
        // An alert that expires meanwhile changes.
        const feed = createFeed(some.map((rule) => ({ ...rule, expiresAt: null })));
        for (let at = 0; at < 3; at++) feed.price(at, '100');
        const before = feed.played.states;
        const { states } = feed.price(3, '100');
        for (const [id, state] of Object.entries(states)) {
          if (state === before[id]) continue;
          // Only a move window or a cooldown may change.
          expect(state.tracker.kind === 'move' || before[id]?.coolingUntil !== null).toBe(true);
        }
      }),
    );
  });

  it('handles numbers of any size', () => {
    const digits = fc.oneof(
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
      fc.integer({ min: 1, max: 1_001 }).map((length) => '9'.repeat(length)),
      fc.constantFrom('', '-', '1.5', 'NaN', '-0'),
    );
    const expo = fc.oneof(fc.integer({ min: -420, max: 420 }), fc.constantFrom(1e12, 0.5, NaN));
    fc.assert(
      fc.property(
        rules,
        fc.array(fc.tuple(digits, digits, expo), { maxLength: 8 }),
        (some, figures) => {
          const feed = createFeed(some);
          for (const [n, [price, conf, power]] of figures.entries()) {
            const odd = { price, conf, expo: power };
            feed.play(answerOf({ ...priceAt(n, '0'), ...odd }, ms(n)));
          }
          expect(feed.played.firings.length).toBeLessThanOrEqual(figures.length * 3);
        },
      ),
      { numRuns: 150 },
    );
  });
});

type UserAction = (rule: AlertRule, now: number) => AlertRule;

function replay(
  initial: readonly AlertRule[],
  events: readonly Happened[],
  userActions: readonly UserAction[],
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
    const action = userActions[n % userActions.length];
    rules = rules.map((rule) => (action ? action(rule, trueTime) : rule));
    feed.change((rule) => rules.find(({ id }) => id === rule.id) ?? rule);
    const result = feed.play(event);
    firings.push(...result.firings);
    missed.push(...result.missed);
  }
  return { states: feed.played.states, watch: feed.played.watch, firings, missed };
}

function atTime(event: Happened['event'], trueTime: number): Happened['event'] {
  return { ...event, at: trueTime, trueAt: trueTime };
}
