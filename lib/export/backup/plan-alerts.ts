import { MAX_ALERTS, MAX_ALERTS_PER_FEED } from '../../alerts/model/rule-changes.ts';
import type { AlertRule } from '../../alerts/model/rule.ts';
import { triggerWords } from '../../alerts/text/words.ts';
import { alertRules } from '../../storage/alerts.ts';
import { ExportError } from '../errors.ts';
import { compareByKey, tooMany, type NameOf } from './plan-lists.ts';
import { emptyPart, type ImportMode, type PartResult } from './plan-part.ts';
import { valueIn, type StoredState } from './stored-state.ts';

/**
 * What an import does to the alerts. New and changed ones become active at `nowMs` (unix
 * milliseconds): events before that do not trigger them.
 *
 * @throws ExportError if there would be too many, or if an id occurs twice
 */
export function planAlerts(
  stored: StoredState,
  part: readonly AlertRule[],
  { mode, nameOf, nowMs }: { mode: ImportMode; nameOf: NameOf; nowMs: number },
): PartResult {
  checkIds(part);
  const before = valueIn(stored, alertRules);
  const existing = new Map(before.map((rule) => [rule.id, rule]));
  // `armedAt` is not part of the alert's definition, so it must not count as a change.
  const wanted = part.map((rule) => ({
    ...rule,
    armedAt: existing.get(rule.id)?.armedAt ?? nowMs,
  }));
  const rules =
    mode === 'merge' ? [...before, ...wanted.filter(({ id }) => !existing.has(id))] : wanted;
  checkCounts(rules);
  const changes = compareByKey(before, rules, ({ id }) => id);
  const result = emptyPart('Alerts');
  const isSameOrder = rules.every(({ id }, index) => before[index]?.id === id);
  if (changes.isOrderOnly && isSameOrder) return result;
  const changed = new Set(changes.changed);
  const words = ({ feedId, trigger }: AlertRule): string =>
    `${nameOf(feedId)} ${triggerWords(trigger)}`;
  return {
    plan: {
      title: 'Alerts',
      added: changes.added.map(words),
      removed: changes.removed.map(words),
      changed: changes.isOrderOnly ? ['Order of the alerts'] : changes.changed.map(words),
    },
    writes: {
      [alertRules.key]: rules.map((rule) =>
        changed.has(rule) ? { ...rule, armedAt: nowMs } : rule,
      ),
    },
    notes: [],
  };
}

function checkIds(part: readonly AlertRule[]): void {
  if (new Set(part.map(({ id }) => id)).size < part.length) {
    throw new ExportError('The file holds two alerts with the same id.');
  }
}

function checkCounts(rules: readonly AlertRule[]): void {
  if (rules.length > MAX_ALERTS) throw tooMany('alerts', rules.length, MAX_ALERTS);
  const counts = new Map<string, number>();
  for (const { feedId } of rules) counts.set(feedId, (counts.get(feedId) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  if (most > MAX_ALERTS_PER_FEED) throw tooMany('alerts on one feed', most, MAX_ALERTS_PER_FEED);
}
