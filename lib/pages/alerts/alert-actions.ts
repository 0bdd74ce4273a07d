import { filterKeys } from '../../base/filter-keys.ts';
import { alertRules, alertsToConfirm, firings } from '../../storage/values/alerts.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { recordDeleted } from '../../storage/values/deleted-alerts.ts';
import { firingProofs } from '../../storage/values/firing-proofs.ts';
import type { SignedBytes } from '../../domain/signed-updates/signed-bytes.ts';
import type { FeedId } from '../../base/units.ts';
import type { Firing } from '../../domain/alerts/model/firing.ts';
import {
  reactivate,
  duplicate,
  endOfSnooze,
  refusalOfAnother,
  refusalOnFeed,
  snooze,
  type SnoozeChoice,
} from '../../domain/alerts/model/rule-changes.ts';
import { feedOf } from '../../domain/holdings/subject.ts';
import { alertRuleSchema, type AlertRule } from '../../domain/alerts/model/rule.ts';
import { forgetAlerts, latestProofs, markSeen } from '../../domain/alerts/model/firing-history.ts';

// Actions change only stored items; the background reacts to those changes.

/** The part of an alert that the form sets. */
export type AlertDefinition = Omit<AlertRule, 'id' | 'enabled' | 'snoozedUntil' | 'armedAt'>;

/** `gone`: the alert was deleted in the meantime. */
type AlertRefusal = 'gone' | 'tooMany' | 'tooManyOnFeed';

export type AlertResult = { rule: AlertRule } | { refusal: AlertRefusal };

interface RemovedAlerts {
  rules: readonly { rule: AlertRule; index: number }[];
  firings: readonly Firing[];
  proofs: Readonly<Record<string, SignedBytes>>;
}

/** Creates an alert that is active at once. */
export function createAlert(form: AlertDefinition): Promise<AlertResult> {
  const isActive = { enabled: true, snoozedUntil: null, armedAt: Date.now() };
  return insert({ ...form, id: crypto.randomUUID(), ...isActive }, () => Infinity);
}

/**
 * Saves an edited alert. A paused or snoozed alert stays so, but one that replaces a retired one is
 * active at once.
 */
export async function saveAlert(id: string, form: AlertDefinition): Promise<AlertResult> {
  return changeAlert(id, (rule, rules) => {
    const { enabled, snoozedUntil, armedAt } = rule;
    const isMoved = rule.feedId !== form.feedId;
    const refusal = isMoved ? refusalOnFeed(rules, form.feedId) : null;
    if (refusal) return refusal;
    const saved = { ...form, id, enabled, snoozedUntil, armedAt };
    return rule.trigger.kind === 'retired' ? reactivate(saved, Date.now()) : saved;
  });
}

/**
 * Moves an alert's level, like an edit in the form: a fired alert becomes active again. An alert
 * without a level counts as gone.
 * @param level a plain decimal, such as `65000.5`; throws for any other text
 */
export function setAlertLevel(id: string, level: string): Promise<AlertResult> {
  return changeAlert(id, (rule) => {
    const { trigger } = rule;
    if (!('level' in trigger)) return 'gone';
    return alertRuleSchema.parse({ ...rule, trigger: { ...trigger, level } });
  });
}

/** Adds an active copy directly after the original. */
export async function duplicateAlert(id: string): Promise<AlertResult> {
  const original = (await alertRules.getValue()).find((rule) => rule.id === id);
  if (!original) return { refusal: 'gone' };
  const copy = duplicate(original, crypto.randomUUID(), Date.now());
  return insert(copy, (rules) => rules.findIndex((rule) => rule.id === id) + 1);
}

/** Deletes alerts with their history. */
export async function removeAlerts(ids: readonly string[]): Promise<RemovedAlerts> {
  const removedIds = new Set(ids);
  const deleted = (await alertRules.getValue()).filter(({ id }) => removedIds.has(id));
  await recordDeleted(deleted, Date.now());
  const isRemoved = ({ id }: AlertRule): boolean => removedIds.has(id);
  const { before } = await alertRules.update((rules) =>
    rules.some(isRemoved) ? rules.filter((rule) => !isRemoved(rule)) : rules,
  );
  const rules = before.flatMap((rule, index) => (isRemoved(rule) ? { rule, index } : []));
  const isForgotten = ({ alertId }: Firing): boolean => removedIds.has(alertId);
  const { before: all } = await firings.update((history) =>
    history.some(isForgotten) ? forgetAlerts(history, removedIds) : history,
  );
  const forgotten = all.filter(isForgotten);
  return { rules, firings: forgotten, proofs: await removeProofs(forgotten) };
}

/** Resolves with the removed proofs. */
async function removeProofs(removed: readonly Firing[]): Promise<RemovedAlerts['proofs']> {
  const ids = new Set(removed.map(({ id }) => id));
  if (ids.size === 0) return {};
  const { before } = await firingProofs.update((known) => filterKeys(known, (id) => !ids.has(id)));
  return filterKeys(before, (id) => ids.has(id));
}

/** Restores alerts at their old positions, with their history. */
export async function restoreAlerts(removed: RemovedAlerts): Promise<void> {
  await firings.update((history) => {
    const known = new Set(history.map(({ id }) => id));
    const missing = removed.firings.filter(({ id }) => !known.has(id));
    return [...history, ...missing].toSorted((a, b) => a.at - b.at);
  });
  await restoreProofs(removed.proofs);
  await alertRules.update((rules) => {
    const known = new Set(rules.map(({ id }) => id));
    const restored = [...rules];
    for (const { rule, index } of removed.rules) {
      if (!known.has(rule.id)) restored.splice(index, 0, rule);
    }
    return alertRules.parse(restored);
  });
}

async function restoreProofs(removed: RemovedAlerts['proofs']): Promise<void> {
  if (Object.keys(removed).length === 0) return;
  const history = await firings.getValue();
  await firingProofs.update((known) => latestProofs({ ...removed, ...known }, history));
}

/** Alerts on a feed and on its holding, including paused ones. */
export async function alertsOfFeed(feedId: FeedId): Promise<AlertRule[]> {
  return (await alertRules.getValue()).filter((rule) => feedOf(rule.feedId) === feedId);
}

/** Turns on alerts that were paused when the user went live. */
export async function confirmAlerts(ids: readonly string[]): Promise<void> {
  const now = Date.now();
  await alertRules.update((rules) =>
    rules.map((rule) => (ids.includes(rule.id) ? reactivate(rule, now) : rule)),
  );
  await forgetUnconfirmed(ids);
}

/** Pausing one of these alerts later must not ask for confirmation. */
async function forgetUnconfirmed(ids: readonly string[]): Promise<void> {
  await alertsToConfirm.update((known) =>
    known.some((id) => ids.includes(id)) ? known.filter((id) => !ids.includes(id)) : known,
  );
}

export async function reactivateAlert(id: string): Promise<AlertResult> {
  await forgetUnconfirmed([id]);
  return changeAlert(id, (rule) => reactivate(rule, Date.now()));
}

export function pauseAlert(id: string): Promise<AlertResult> {
  return changeAlert(id, (rule) => ({ ...rule, enabled: false }));
}

export function snoozeAlert(id: string, choice: SnoozeChoice): Promise<AlertResult> {
  const until = endOfSnooze(choice, Date.now(), Temporal.Now.timeZoneId());
  return changeAlert(id, (rule) => snooze(rule, until));
}

export function endAlertSnooze(id: string): Promise<AlertResult> {
  return changeAlert(id, (rule) => ({ ...rule, snoozedUntil: null }));
}

/** Marks firings as seen. Firings seen before keep their time. */
export async function markFiringsSeen(ids: readonly string[]): Promise<void> {
  const seenIds = new Set(ids);
  const isNewlySeen = ({ id, seenAt }: Firing): boolean => seenIds.has(id) && seenAt === null;
  await firings.update((history) =>
    history.some(isNewlySeen) ? markSeen(history, seenIds, Date.now()) : history,
  );
}

async function insert(
  rule: AlertRule,
  indexIn: (rules: readonly AlertRule[]) => number,
): Promise<AlertResult> {
  // Stored first: the page may close at any time, and the user go live before the worker has checked
  // the alert.
  if (await areSamplesShown.getValue()) {
    await alertsToConfirm.update((known) => [...known, rule.id]);
  }
  const { before } = await alertRules.update((rules) =>
    refusalOfAnother(rules, rule.feedId) ? rules : rules.toSpliced(indexIn(rules), 0, rule),
  );
  const refusal = refusalOfAnother(before, rule.feedId);
  return refusal === null ? { rule } : { refusal };
}

async function changeAlert(
  id: string,
  change: (rule: AlertRule, rules: readonly AlertRule[]) => AlertRule | AlertRefusal,
): Promise<AlertResult> {
  const find = (rules: readonly AlertRule[]) => rules.find((rule) => rule.id === id);
  const changeIn = (rules: readonly AlertRule[]) => {
    const rule = find(rules);
    return rule ? change(rule, rules) : 'gone';
  };
  const { before, after } = await alertRules.update((rules) => {
    const changed = changeIn(rules);
    if (typeof changed === 'string') return rules;
    return rules.map((rule) => (rule.id === id ? changed : rule));
  });
  const refusal = changeIn(before);
  const rule = find(after);
  if (typeof refusal === 'string') return { refusal };
  return rule ? { rule } : { refusal: 'gone' };
}
