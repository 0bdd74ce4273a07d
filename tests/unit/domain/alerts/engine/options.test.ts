import { describe, expect, it } from 'vitest';
import { phaseOf, type Phase } from '@/lib/domain/alerts/model/phase.ts';
import { reactivate, snooze } from '@/lib/domain/alerts/model/rule-changes.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import { createFeed, firedAt, makeRule, ms, REPEATING, START } from '../builders.ts';

const crosses: Trigger = { kind: 'crosses', direction: 'above', level: '100' };
const isAbove: Trigger = { ...crosses, alsoIfThere: true };
const again = { repeat: REPEATING };

function phase(feed: ReturnType<typeof createFeed>, at: number): Phase {
  return phaseOf(feed.rule, feed.state, ms(at));
}

describe('a repeating alert', () => {
  it('does not fire during the cooldown or afterward for an event in it', () => {
    const rule = makeRule(crosses, again);
    expect(firedAt(rule, '0:99 1:101 2:99 3:101 60:99 61:101')).toEqual([1, 61]);
    expect(firedAt(rule, '0:99 1:101 2:99 3:101 60:101 61:101 99:101')).toEqual([1]);
  });

  it('fires after the cooldown where it also counts without a crossing', () => {
    expect(firedAt(makeRule(isAbove, again), '0:101 1:99 2:101 59:101 60:101')).toEqual([0, 60]);
  });

  it('has no longer cooldown when the clock is set back', () => {
    const feed = createFeed([makeRule(crosses, again)]);
    feed.prices('10000:99 10001:101');
    feed.price(10_002, '99', { receivedAt: 100 });
    feed.price(10_003, '101', { receivedAt: 101 });
    expect(feed.played.firings).toHaveLength(2);
  });
});

describe('an alert that the user changes', () => {
  it('can fire again after being reactivated and moving to the other side', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.prices('0:99 1:101');
    expect(phase(feed, 1)).toBe('fired');
    feed.change((rule) => reactivate(rule, ms(2)));
    expect(phase(feed, 2)).toBe('waiting');
    feed.prices('3:102 4:99 5:101');
    const ids = feed.played.firings.map(({ id }) => id);
    expect(ids).toEqual([`a.${START + 1}-.0`, `a.${START + 5}-.1`]);
  });

  it('does not fire when its level is edited to the other side of the price', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.price(0, '99');
    feed.change((rule) => ({ ...rule, trigger: { ...crosses, level: '98' } }));
    feed.price(1, '99.5');
    expect(feed.played.firings).toHaveLength(0);
    expect(phase(feed, 1)).toBe('waiting');
  });

  it('keeps its state when the note, a future expiry or the key order changes', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.price(0, '99');
    feed.change((rule) => ({
      ...rule,
      note: 'a note',
      expiresAt: ms(100),
      trigger: { level: '100', direction: 'above', kind: 'crosses' },
    }));
    feed.price(1, '101');
    expect(feed.played.firings).toHaveLength(1);
  });

  it('does not evaluate prices while paused and starts over when resumed', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.price(0, '99');
    feed.change((rule) => ({ ...rule, enabled: false }));
    feed.price(1, '99');
    expect(phase(feed, 1)).toBe('off');
    feed.change((rule) => ({ ...rule, enabled: true }));
    feed.price(2, '101');
    expect(feed.played.firings).toHaveLength(0);
    expect(phase(feed, 2)).toBe('waiting');
  });

  it('may fire again after being paused and resumed, even if it fires once', () => {
    const feed = createFeed([makeRule(isAbove)]);
    feed.price(0, '101');
    feed.change((rule) => ({ ...rule, enabled: false }));
    feed.tick(1);
    feed.change((rule) => ({ ...rule, enabled: true }));
    feed.price(2, '101');
    expect(feed.played.firings).toHaveLength(2);
  });

  it('while snoozed drops events and delays conditions until the snooze ends', () => {
    const rules = [makeRule(crosses, { id: 'event' }), makeRule(isAbove, { id: 'state' })];
    const feed = createFeed(rules);
    feed.price(0, '99');
    feed.change((rule) => snooze(rule, ms(10)));
    feed.prices('1:101 9:101');
    expect(feed.played.firings).toHaveLength(0);
    expect(phase(feed, 9)).toBe('snoozed');
    feed.price(10, '101');
    expect(feed.played.firings.map(({ alertId }) => alertId)).toEqual(['state']);
  });

  it('becomes active after a snooze even if it had fired once', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.prices('0:99 1:101');
    feed.change((rule) => snooze(rule, ms(10)));
    feed.prices('5:99 6:99.5');
    expect(phase(feed, 9)).toBe('snoozed');
    feed.price(11, '101');
    expect(feed.played.firings).toHaveLength(2);
    expect(phase(feed, 12)).toBe('fired');
  });

  it('is done if it fires once as its snooze ends', () => {
    const feed = createFeed([makeRule(isAbove)]);
    feed.change((rule) => snooze(rule, ms(10)));
    feed.prices('5:101 10:101 11:99 12:101');
    expect(feed.played.firings).toHaveLength(1);
    expect(phase(feed, 12)).toBe('fired');
  });

  it('expires and starts over with a new expiry', () => {
    const feed = createFeed([makeRule(crosses, { expiresAt: ms(10) })]);
    feed.prices('0:99 10:101');
    expect(feed.played.firings).toHaveLength(0);
    expect(phase(feed, 10)).toBe('expired');
    feed.change((rule) => ({ ...rule, expiresAt: ms(100) }));
    feed.prices('11:102 12:99 13:101');
    expect(feed.played.firings).toHaveLength(1);
  });

  it('keeps its state while all alerts are off and treats that time as a gap', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.price(0, '99');
    const before = feed.state;
    feed.switchAll(false);
    feed.price(1, '101');
    expect(feed.state).toBe(before);
    feed.switchAll(true);
    feed.price(2, '101');
    expect(feed.played).toMatchObject({ firings: [], missed: [{ alertId: 'a' }] });
  });
});

describe('the prices that count', () => {
  it('include late ones', () => {
    expect(
      firedAt(makeRule(crosses), [
        [0, '99'],
        [1, '101', { stale: true }],
      ]),
    ).toEqual([1]);
  });

  it.each([
    [false, []],
    [true, [1]],
  ])('include those of a closed market only if they are signed: %s', (isVerified, fired) => {
    const prices: Parameters<typeof firedAt>[1] = [
      [0, '99', { marketOpen: false, isVerified }],
      [1, '101', { marketOpen: false, isVerified }],
    ];
    expect(firedAt(makeRule(crosses), prices)).toEqual(fired);
  });

  it('exclude those older than the last one, by publish time and then by slot', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.price(10, '99', { slot: 50 });
    feed.price(11, '101', { publishTime: START + 9, slot: 60 });
    feed.price(12, '101', { publishTime: START + 10, slot: 49 });
    feed.price(13, '101', { publishTime: START + 10, slot: 50 });
    feed.price(14, '101', { publishTime: START + 10, slot: null });
    expect(feed.played.firings).toHaveLength(0);
    feed.price(15, '101', { publishTime: START + 10, slot: 51 });
    expect(feed.played.firings).toHaveLength(1);
  });

  it('exclude unreadable ones without affecting the next one', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.price(0, '99');
    feed.price(1, '0', { price: 'NaN' });
    feed.price(2, '0', { price: '101', expo: 1e9 });
    feed.price(3, '101', { conf: '-1' });
    expect(feed.played.firings).toHaveLength(0);
    feed.price(4, '101');
    expect(feed.played.firings).toHaveLength(1);
  });

  it('include current ones after one dated in the future', () => {
    const feed = createFeed([makeRule(crosses)]);
    feed.price(0, '99');
    feed.price(1, '99', { publishTime: START + 80_000 });
    feed.price(2, '101');
    expect(feed.played.missed).toHaveLength(1);
    feed.prices('3:99 4:101');
    expect(feed.played.firings).toHaveLength(1);
  });
});
