import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { watchingOf } from '@/lib/domain/alerts/model/phase.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import {
  reactivateAlert,
  createAlert,
  duplicateAlert,
  markFiringsSeen,
  removeAlerts,
  restoreAlerts,
  saveAlert,
  setAlertLevel,
  snoozeAlert,
  pauseAlert,
} from '@/lib/pages/alerts/alert-actions.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { makeFiring, makeRule } from '../../domain/alerts/builders.ts';

const STALE: Trigger = { kind: 'stale-while-open' };
const OTHER_FEED = '0b'.repeat(32);
const GONE = { refusal: 'gone' };

const rule = (id: string, rest = {}) => makeRule(STALE, { id, ...rest });
const firing = (id: string, alertId: string, at: number) =>
  makeFiring({ id, alertId, at, delivered: 'notified' });
const ids = async () => (await alertRules.getValue()).map(({ id }) => id);

beforeEach(() => fakeBrowser.reset());

describe('creating an alert', () => {
  it('gives it a unique id and makes it active now', async () => {
    const before = Date.now();
    const made = [await createAlert(rule('new')), await createAlert(rule('new'))];
    const stored = await alertRules.getValue();
    expect(made).toEqual(stored.map((one) => ({ rule: one })));
    expect(new Set(await ids()).size).toBe(2);
    for (const { armedAt } of stored) expect(armedAt).toBeGreaterThanOrEqual(before);
  });

  it('is refused for a feed with 100 alerts, even for a copy', async () => {
    const full = Array.from({ length: 100 }, (_, n) => rule(`n${n}`));
    await alertRules.setValue(full);
    const refusal = { refusal: 'tooManyOnFeed' };
    expect(await createAlert(rule('new'))).toEqual(refusal);
    expect(await duplicateAlert('n5')).toEqual(refusal);
    expect(await alertRules.getValue()).toEqual(full);
    expect(await createAlert(rule('new', { feedId: OTHER_FEED }))).toHaveProperty('rule');
  });

  it('as a copy puts it after the original and makes it active', async () => {
    await alertRules.setValue([rule('a', { enabled: false, snoozedUntil: 9 }), rule('b')]);
    await duplicateAlert('a');
    const [first, copy, last] = await alertRules.getValue();
    expect([first?.id, last?.id]).toEqual(['a', 'b']);
    expect(copy).toMatchObject({ enabled: true, snoozedUntil: null, trigger: STALE });
  });
});

describe('moving a level', () => {
  const crossing: Trigger = { kind: 'crosses', direction: 'above', level: '65000' };

  it('changes the level and nothing else', async () => {
    const before = makeRule(crossing, { id: 'a', enabled: false, snoozedUntil: 9, note: 'n' });
    await alertRules.setValue([rule('first'), before, rule('last')]);
    const moved = { ...before, trigger: { ...crossing, level: '64250.5' } };
    expect(await setAlertLevel('a', '64250.5')).toEqual({ rule: moved });
    expect((await alertRules.getValue())[1]).toEqual(moved);
    expect(await ids()).toEqual(['first', 'a', 'last']);
  });

  it('makes a triggered alert active again, as an edit in the form does', async () => {
    const before = makeRule(crossing, { id: 'a' });
    await alertRules.setValue([before]);
    const result = await setAlertLevel('a', '66000');
    const edited = await saveAlert('a', { ...before, trigger: { ...crossing, level: '66000' } });
    expect(result).toEqual(edited);
    expect('rule' in result && watchingOf(result.rule)).not.toBe(watchingOf(before));
  });

  it('refuses an invalid level, and alerts without one', async () => {
    const before = [makeRule(crossing, { id: 'a' }), rule('b')];
    await alertRules.setValue(before);
    await expect(setAlertLevel('a', '1e5')).rejects.toThrow();
    expect(await setAlertLevel('b', '1')).toEqual(GONE);
    expect(await setAlertLevel('c', '1')).toEqual(GONE);
    expect(await alertRules.getValue()).toEqual(before);
  });
});

describe('saving an alert', () => {
  it('keeps other changes made since its form was opened', async () => {
    await alertRules.setValue([rule('a')]);
    const form = rule('a', { note: 'new' });
    await snoozeAlert('a', '1-hour');
    await pauseAlert('a');
    const [between] = await alertRules.getValue();
    await saveAlert('a', form);
    expect(await alertRules.getValue()).toEqual([{ ...between, note: 'new' }]);
  });

  it('is refused on another feed with 100 alerts, but not on its own', async () => {
    const full = Array.from({ length: 100 }, (_, n) => rule(`n${n}`));
    await alertRules.setValue([...full, rule('a', { feedId: OTHER_FEED })]);
    expect(await saveAlert('a', rule('a'))).toEqual({ refusal: 'tooManyOnFeed' });
    expect((await alertRules.getValue()).at(-1)).toMatchObject({ feedId: OTHER_FEED });
    expect(await saveAlert('n1', rule('n1', { note: 'new' }))).toHaveProperty('rule');
  });

  it('does not bring back a deleted alert', async () => {
    await alertRules.setValue([rule('b')]);
    expect(await saveAlert('a', rule('a'))).toEqual(GONE);
    expect(await pauseAlert('a')).toEqual(GONE);
    expect(await reactivateAlert('a')).toEqual(GONE);
    expect(await duplicateAlert('a')).toEqual(GONE);
    expect(await ids()).toEqual(['b']);
  });
});

describe('deleting alerts', () => {
  it('can be undone exactly, including their history', async () => {
    const rules = ['a', 'b', 'c', 'd'].map((id) => rule(id));
    const history = [firing('1', 'b', 1), firing('2', 'a', 2), firing('3', 'd', 3)];
    await alertRules.setValue(rules);
    await firings.setValue(history);
    const removed = await removeAlerts(['b', 'd', 'unknown']);
    expect(await ids()).toEqual(['a', 'c']);
    expect((await firings.getValue()).map(({ id }) => id)).toEqual(['2']);
    await restoreAlerts(removed);
    expect(await alertRules.getValue()).toEqual(rules);
    expect(await firings.getValue()).toEqual(history);
  });

  it('can be undone only once, and keeps alerts added since', async () => {
    await alertRules.setValue([rule('a'), rule('b')]);
    const removed = await removeAlerts(['a']);
    await alertRules.update((rules) => [...rules, rule('c')]);
    await restoreAlerts(removed);
    await restoreAlerts(removed);
    expect(await ids()).toEqual(['a', 'b', 'c']);
  });
});

it('keeps the first time at which a firing was seen', async () => {
  await firings.setValue([{ ...firing('1', 'a', 1), seenAt: 5 }, firing('2', 'a', 2)]);
  await markFiringsSeen(['1', '2', 'unknown']);
  const [first, second] = await firings.getValue();
  expect(first?.seenAt).toBe(5);
  expect(second?.seenAt).toBeGreaterThan(5);
});
