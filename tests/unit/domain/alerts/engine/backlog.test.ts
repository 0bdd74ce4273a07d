import { describe, expect, it } from 'vitest';
import {
  addToBacklog,
  backlogsOf,
  NO_BACKLOG,
  type Backlog,
} from '../../../../../lib/domain/alerts/engine/backlog.ts';
import type { Observation } from '../../../../../lib/domain/alerts/engine/feed-watch.ts';
import { newState, step } from '../../../../../lib/domain/alerts/engine/step.ts';
import type { Firing } from '../../../../../lib/domain/alerts/model/firing.ts';
import { phaseOf } from '../../../../../lib/domain/alerts/model/phase.ts';
import { reactivate } from '../../../../../lib/domain/alerts/model/rule-changes.ts';
import type { AlertRule } from '../../../../../lib/domain/alerts/model/rule.ts';
import { alertStateSchema, type AlertState } from '../../../../../lib/domain/alerts/model/state.ts';
import type { Trigger } from '../../../../../lib/domain/alerts/model/trigger.ts';
import { createFeed, FEED_ID, makeFiring, makeRule, ms, REPEATING } from '../builders.ts';

const crosses: Trigger = { kind: 'crosses', direction: 'either', level: '100' };
const times = (count: number, at = 0): number[] => Array.from({ length: count }, () => ms(at));

/** Evaluates an alert at prices a second apart, with the given backlog of undelivered firings. */
function play(
  rule: AlertRule,
  before: AlertState | null,
  {
    from = 0,
    prices = BACK_AND_FORTH,
    backlog,
  }: { from?: number; prices?: string[]; backlog: Backlog },
) {
  const feed = createFeed([rule], { backlogs: new Map([[rule.id, backlog]]) });
  if (before) feed.played.states[rule.id] = before;
  for (const [index, price] of prices.entries()) feed.price(from + index, price);
  if (!feed.state) throw new TypeError('no state');
  const { firings, reasons } = feed.played;
  return { state: feed.state, firings: firings.length, suspended: reasons };
}

const BACK_AND_FORTH = ['99', '101', '99', '101'];

describe('an alert with undelivered firings', () => {
  const rule = makeRule(crosses, { repeat: REPEATING });

  it('keeps firing below 100 of them and is auto-paused at 100', () => {
    const below = play(rule, null, { backlog: { times: times(99), isCrowded: false } });
    expect(below).toMatchObject({ firings: 3, suspended: [] });

    const full = play(rule, null, { backlog: { times: times(100), isCrowded: false } });
    expect(full.firings).toBe(0);
    expect(full.suspended).toEqual(['undelivered']);
    expect(phaseOf(rule, full.state, ms(9))).toBe('suspended');
  });

  it('may add only one when all alerts together have thousands', () => {
    const first = play(rule, null, { backlog: { times: [], isCrowded: true } });
    expect(first).toMatchObject({ firings: 3, suspended: [] });
    const second = play(rule, null, { backlog: { times: times(1), isCrowded: true } });
    expect(second.firings).toBe(0);
    expect(second.suspended).toEqual(['crowded']);
  });

  it('is auto-paused rather than adding an event that it missed in a gap', () => {
    const backlog = { times: times(100), isCrowded: false };
    const { state } = play(rule, null, { prices: ['99'], backlog });
    const after = play(rule, state, { from: 3_600, prices: ['101'], backlog });
    expect(after.suspended).toHaveLength(1);
  });

  it.each<[string, (rule: AlertRule) => AlertRule[]]>([
    ['reactivated', (before) => [reactivate(before, ms(60))]],
    ['edited', (before) => [{ ...before, rearmBandPercent: '0.2' }]],
    [
      'paused and resumed',
      (before) => [
        { ...before, enabled: false },
        { ...before, enabled: true },
      ],
    ],
  ])('counts only later firings after it was %s', (_, change) => {
    const full: Backlog = { times: times(100), isCrowded: false };
    let { state } = play(rule, null, { backlog: full });
    let changed = rule;
    for (const [index, next] of change(rule).entries()) {
      changed = next;
      ({ state } = play(next, state, { from: 60 + index, prices: ['100.5'], backlog: full }));
    }
    const later = play(changed, state, { from: 62, backlog: full });
    expect(later.suspended).toEqual([]);
    expect(later.firings).toBeGreaterThan(0);
    const again: Backlog = { times: [...full.times, ...times(100, 70)], isCrowded: false };
    expect(
      play(changed, later.state, { from: 80, prices: ['99', '101'], backlog: again }).suspended,
    ).toHaveLength(1);
  });

  it('keeps its state unchanged on every tick while paused', () => {
    const off = { ...rule, enabled: false };
    const { state } = step(off, newState(rule), tickAt(5), NO_BACKLOG);
    expect(step(off, state, tickAt(6), NO_BACKLOG).state).toBe(state);
  });
});

describe('backlogsOf', () => {
  it('collects the undelivered firings of each alert', () => {
    const history = [
      firing('a', 1, 'held'),
      firing('b', 2, 'digest'),
      firing('a', 3, 'pending'),
      firing('b', 4, 'badge'),
      firing('c', 5, 'unreported'),
    ];
    const backlogs = backlogsOf(history);
    expect([...backlogs]).toEqual([['a', { times: [1, 3], isCrowded: false }]]);
    expect(backlogsOf(history)).toBe(backlogs);
  });

  it('marks backlogs as crowded from 5,000 undelivered firings on', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => firing(`a${at}`, at, 'held'));
    expect(backlogsOf(many).get('a7')).toEqual({ times: [7], isCrowded: true });
    expect(backlogsOf(many.slice(1)).get('a7')?.isCrowded).toBe(false);
  });
});

it('reads a state stored before `watchesSince` existed', () => {
  const { watchesSince: _, ...old } = newState(makeRule(crosses));
  expect(alertStateSchema.parse(JSON.parse(JSON.stringify(old)))).toEqual({
    ...old,
    watchesSince: 0,
  });
});

function firing(alertId: string, at: number, delivered: Firing['delivered']): Firing {
  return makeFiring({ id: `${alertId}.${at}`, alertId, at, delivered });
}

function tickAt(at: number): Observation {
  return {
    subjectId: FEED_ID,
    isAnswer: false,
    at: ms(at),
    trueAt: ms(at),
    marketOpen: true,
    stale: false,
    fresh: null,
    latest: null,
    isLate: false,
    afterGap: false,
    afterPause: false,
  };
}

it('firings that are not stored yet belong to the backlog of their alert until they are delivered', () => {
  const stored: Backlog = { times: [1], isCrowded: false };
  const firings = [
    makeFiring({ id: 'own', at: 2 }),
    makeFiring({ id: 'other', alertId: 'b', at: 3 }),
    makeFiring({ id: 'delivered', at: 4, delivered: 'notification' }),
  ];
  expect(addToBacklog(stored, 'a', firings).times).toEqual([1, 2]);
  expect(addToBacklog(stored, 'a', [])).toEqual(stored);
  expect(addToBacklog(undefined, 'a', firings).times).toEqual([2]);
});
