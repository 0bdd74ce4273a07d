import { describe, expect, it } from 'vitest';
import { firingSchema, type Delivery, type Firing } from '@/lib/domain/alerts/model/firing.ts';
import { duplicate, refusalOfAnother } from '@/lib/domain/alerts/model/rule-changes.ts';
import { parseRule } from '@/lib/domain/alerts/model/rule.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import {
  addFirings,
  forgetAlerts,
  markDelivered,
  markSeen,
} from '@/lib/domain/alerts/model/firing-history.ts';
import { createFeed, FEED_ID, makeFiring, makeRule, moves } from '../builders.ts';

const crosses: Trigger = { kind: 'crosses', direction: 'above', level: '100' };
const OTHER_ID = 'ab'.repeat(32);

function rules(count: number, feedId: string) {
  return Array.from({ length: count }, () => makeRule(crosses, { feedId }));
}

function firing(id: number, at: number, delivered: Delivery = 'pending'): Firing {
  return makeFiring({ id: `f${id}`, alertId: `a${id % 2}`, at, delivered });
}

describe('a rule', () => {
  it('by default fires once, until it is turned off', () => {
    expect(parseRule({ id: 'a', feedId: FEED_ID, trigger: crosses })).toEqual({
      rule: {
        id: 'a',
        feedId: FEED_ID,
        trigger: crosses,
        repeat: { mode: 'once' },
        expiresAt: null,
        note: '',
        enabled: true,
        snoozedUntil: null,
        armedAt: 0,
      },
    });
  });

  it.each<[object, string]>([
    [{ trigger: { ...crosses, level: '1,000' } }, 'level'],
    [{ trigger: { ...crosses, level: '' } }, 'level'],
    [{ trigger: { ...crosses, level: '9'.repeat(61) } }, 'level'],
    [{ trigger: { ...moves('1', 60), by: { unit: 'value', amount: '0' } } }, 'notPositive'],
    [{ trigger: { ...moves('1', 59) } }, 'incomplete'],
    [{ trigger: { kind: 'whatever' } }, 'incomplete'],
    [{ repeat: { mode: 'repeating', cooldownSeconds: 61 } }, 'incomplete'],
    [{ note: 'x'.repeat(201) }, 'incomplete'],
    [{ feedId: '0x12' }, 'incomplete'],
  ])('with %j is rejected as %s', (change, problem) => {
    const result = parseRule({ id: 'a', feedId: FEED_ID, trigger: crosses, ...change });
    expect(result).toHaveProperty('problem', problem);
  });

  it.each(['0', '-37.63', '0.00000001', '+5', '.5', '65000.'])('accepts %s as a level', (level) => {
    expect(parseRule({ id: 'a', feedId: FEED_ID, trigger: { ...crosses, level } })).toHaveProperty(
      'rule',
    );
  });

  it('has a note on one line without invisible characters', () => {
    const raw = {
      id: 'a',
      feedId: FEED_ID,
      trigger: crosses,
      note: ' sell\u202E\n half\u200B 👩‍🚀 ',
    };
    expect(parseRule(raw)).toMatchObject({ rule: { note: 'sell half 👩‍🚀' } });
  });

  it('is limited to 100 per feed and 1,000 in total', () => {
    expect(refusalOfAnother(rules(99, FEED_ID), FEED_ID)).toBeNull();
    expect(refusalOfAnother(rules(100, FEED_ID), FEED_ID)).toBe('tooManyOnFeed');
    expect(refusalOfAnother(rules(999, FEED_ID), OTHER_ID)).toBeNull();
    expect(refusalOfAnother(rules(1_000, FEED_ID), OTHER_ID)).toBe('tooMany');
  });

  it('becomes active with its own id when duplicated', () => {
    const copy = duplicate(makeRule(crosses, { enabled: false, note: 'n' }), 'b', 5);
    expect(copy).toMatchObject({ id: 'b', enabled: true, armedAt: 5, note: 'n' });
  });

  it('is not evaluated for another feed', () => {
    const feed = createFeed([
      makeRule({ ...crosses, level: '1', alsoIfThere: true }, { feedId: OTHER_ID }),
    ]);
    feed.price(0, '100');
    expect(feed.played).toMatchObject({ firings: [], states: {} });
  });
});

describe('the firing history', () => {
  it('adds a firing once', () => {
    const history = addFirings(
      [firing(1, 0, 'notified')],
      [firing(1, 0), firing(2, 1), firing(2, 1)],
    );
    expect(history).toEqual([firing(1, 0, 'notified'), firing(2, 1)]);
  });

  it('keeps the last 50, and of each alert the last five that wait for delivery', () => {
    const waiting = Array.from({ length: 14 }, (_, n) => firing(n, n));
    const delivered = Array.from({ length: 60 }, (_, n) => firing(n + 100, n + 100, 'silent'));
    expect(addFirings(waiting, delivered)).toEqual([...waiting.slice(4), ...delivered.slice(10)]);
    expect(addFirings(delivered, waiting)).toEqual([...delivered.slice(24), ...waiting.slice(4)]);
  });

  it('stores how a firing was delivered and when it was seen', () => {
    const history = [firing(1, 0), firing(2, 0)];
    const ids = new Set(['f2']);
    const seen = markSeen(
      markSeen(markDelivered(history, new Map([['f2', 'notified']])), ids, 7),
      ids,
      9,
    );
    expect(seen[0]).toBe(history[0]);
    expect(seen[1]).toMatchObject({ delivered: 'notified', seenAt: 7 });
    expect(forgetAlerts(history, new Set(['a1'])).map(({ id }) => id)).toEqual(['f2']);
  });

  it('can store the firings of an evaluation', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.price(0, '99');
    feed.price(1, '101', { slot: 77 });
    expect(feed.played.firings.map((one) => firingSchema.parse(one))).toEqual(feed.played.firings);
    expect(feed.played.firings[0]?.id).toBe('a.1795219201-77.0');
  });
});
