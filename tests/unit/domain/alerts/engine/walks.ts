import * as fc from 'fast-check';
import type { FeedCheck } from '@/lib/domain/alerts/engine/feed-watch.ts';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import { reactivate, snooze } from '@/lib/domain/alerts/model/rule-changes.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import {
  answerOf,
  createFeed,
  FEED_ID,
  makeRule,
  REPEATING,
  START,
  type Played,
} from '../builders.ts';

/** Exponent of the walks' prices, which are hundredths around a base price. */
const EXPO = -2;

/** One step of a walk. `wait` is in milliseconds of true time. */
interface WalkStep {
  wait: number;
  what: 'price' | 'again' | 'older' | 'tick' | 'clock-forward' | 'clock-back';
  move: number;
  conf: number;
  isOpen: boolean;
  isStale: boolean;
}

/** Mostly some seconds, sometimes a long sleep. */
const wait = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 50, max: 20_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 290_000, max: 4_000_000 }) },
);

const walkStep: fc.Arbitrary<WalkStep> = fc.record({
  wait,
  what: fc.oneof(
    { weight: 20, arbitrary: fc.constant('price' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<WalkStep['what']>(
        'again',
        'older',
        'tick',
        'clock-forward',
        'clock-back',
      ),
    },
  ),
  move: fc.integer({ min: -40, max: 40 }),
  conf: fc.integer({ min: 0, max: 30 }),
  isOpen: fc.oneof({ weight: 15, arbitrary: fc.constant(true) }, fc.boolean()),
  isStale: fc.oneof({ weight: 15, arbitrary: fc.constant(false) }, fc.boolean()),
});

export interface Happened {
  event: FeedCheck;
  /** True time in milliseconds, independent of the clock. */
  trueTime: number;
  /** Whether this is the newest sample so far, neither repeated nor older. */
  isNew: boolean;
}

/** A random walk with gaps, repeated and reordered updates, a closed market and clock jumps. */
export function walk(base: number, length = 90): fc.Arbitrary<Happened[]> {
  return fc
    .array(walkStep, { minLength: 2, maxLength: length, size: 'max' })
    .map((steps) => play(steps, base));
}

function play(steps: readonly WalkStep[], base: number): Happened[] {
  let trueTime = START * 1_000;
  let clockOffset = 0;
  let price = base;
  let slot = 1;
  const samples: AlertPrice[] = [];
  return steps.map((step) => {
    trueTime += step.wait;
    if (step.what === 'clock-forward') clockOffset += 5_000 * (1 + Math.abs(step.move));
    // Not during a long wait: setting the clock back would hide it. And never by a whole minute:
    // every price would then be from the future, where the order of prices is not enforced.
    if (step.what === 'clock-back' && step.wait < 60_000) {
      clockOffset = Math.max(-50_000, clockOffset - 5_000 * (1 + Math.abs(step.move)));
    }
    const at = trueTime + clockOffset;
    const status = { marketOpen: step.isOpen, stale: step.isStale && step.isOpen };
    const old = step.what === 'older' ? samples.at(-2) : samples.at(-1);
    if (step.what === 'tick') {
      const tick = { subjectId: FEED_ID, isAnswer: false, at, trueAt: at, latest: old ?? null };
      return { event: { ...tick, ...status }, trueTime, isNew: false };
    }
    const isOld = (step.what === 'again' || step.what === 'older') && old !== undefined;
    if (isOld) {
      return { event: answerOf({ ...old, ...status }, at), trueTime, isNew: false };
    }
    price += step.move;
    slot += 1;
    const sample = {
      price: String(price),
      conf: String(step.conf),
      ...status,
      expo: EXPO,
      publishTime: Math.floor(trueTime / 1_000),
      slot,
    };
    samples.push(sample);
    return { event: answerOf(sample, at), trueTime, isNew: true };
  });
}

/** Plays a walk to alerts. */
export function playAll(rules: readonly AlertRule[], events: readonly Happened[]): Played {
  const feed = createFeed(rules);
  for (const { event } of events) feed.play(event);
  return feed.played;
}

const side = fc.constantFrom('above' as const, 'below' as const);

/** Any trigger that a walk around `base` hundredths can fire. */
function anyTrigger(base: number): fc.Arbitrary<Trigger> {
  const level = fc
    .integer({ min: -60, max: 60 })
    .map((offset) => (((base + offset) * 1) / 100).toFixed(2));
  return fc.oneof(
    fc.record({
      kind: fc.constant('crosses' as const),
      direction: fc.constantFrom('above' as const, 'below' as const, 'either' as const),
      level,
    }),
    fc.record({
      kind: fc.constant('crosses' as const),
      direction: side,
      level,
      alsoIfThere: fc.constant(true as const),
    }),
    fc.record({
      kind: fc.constant('moves' as const),
      direction: fc.constantFrom('up' as const, 'down' as const, 'either' as const),
      by: fc.oneof(
        fc.record({
          unit: fc.constant('percent' as const),
          amount: fc.constantFrom('0.2', '0.5', '1'),
        }),
        fc.record({ unit: fc.constant('value' as const), amount: fc.constantFrom('0.1', '0.5') }),
      ),
      withinSeconds: fc.integer({ min: 60, max: 900 }),
    }),
    fc.constant({ kind: 'stale-while-open' as const }),
    fc.record({
      kind: fc.constant('market' as const),
      change: fc.constantFrom('opens' as const, 'closes' as const, 'either' as const),
    }),
  );
}

/** Any rule with any options. */
export function anyRule(base: number, id = 'a'): fc.Arbitrary<AlertRule> {
  return fc
    .record({
      trigger: anyTrigger(base),
      repeat: fc.oneof(
        fc.constant({ mode: 'once' as const }),
        fc.record({
          mode: fc.constant('repeating' as const),
          cooldownSeconds: fc.constantFrom(60 as const, 3_600 as const),
        }),
      ),
      expiresAt: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        fc.integer({ min: 0, max: 600_000 }).map((after) => START * 1_000 + after),
      ),
    })
    .map(({ trigger, ...options }) => makeRule(trigger, { id, ...options }));
}

/** Anything that a user may do between two events. */
export const anyUserAction: fc.Arbitrary<(rule: AlertRule, now: number) => AlertRule> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((rule: AlertRule) => rule) },
  fc.constantFrom(
    (rule: AlertRule) => ({ ...rule, enabled: !rule.enabled }),
    (rule: AlertRule, now: number) => snooze(rule, now + 30_000),
    (rule: AlertRule, now: number) => reactivate(rule, now),
    (rule: AlertRule): AlertRule => ({
      ...rule,
      repeat: rule.repeat.mode === 'once' ? REPEATING : { mode: 'once' },
    }),
  ),
);
