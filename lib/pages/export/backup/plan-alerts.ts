import { MAX_ALERTS, MAX_ALERTS_PER_FEED } from '../../../domain/alerts/model/rule-changes.ts';
import type { AlertRule } from '../../../domain/alerts/model/rule.ts';
import { namedCondition } from '../../../domain/alerts/text/condition-words.ts';
import { styleOf } from '../../../domain/alerts/text/figure-style.ts';
import { subjectName } from '../../../domain/alerts/text/subject-words.ts';
import { t } from '../../../base/locale/t.ts';
import { alertRules } from '../../../storage/values/alerts.ts';
import { groups } from '../../../storage/values/view.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import {
  checkCount,
  checkIds,
  compareByKey,
  partResult,
  type ImportMode,
  type PartResult,
} from './plan-part.ts';
import type { NameOf } from './plan-watchlist.ts';
import { valueIn, type StoredState } from './stored-state.ts';

/**
 * What an import does to the alerts. New and changed ones become active at `nowMs`: events before
 * that do not trigger them.
 *
 * @throws ExportError if there would be too many, or if an id occurs twice
 */
export function planAlerts(
  stored: StoredState,
  part: readonly AlertRule[],
  { mode, nameOf, nowMs }: { mode: ImportMode; nameOf: NameOf; nowMs: UnixMilliseconds },
): PartResult {
  checkIds(part, 'alerts');
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
  const { added, removed, changed, isOrderOnly } = compareByKey(before, rules, ({ id }) => id);
  const isSameOrder = rules.every(({ id }, index) => before[index]?.id === id);
  if (isOrderOnly && isSameOrder) return partResult(t('backup.part.alerts'));
  const isChanged = new Set(changed);
  const naming = { nameOf, groups: valueIn(stored, groups) };
  // What holdings are worth is shown on the pages of holdings only.
  const words = ({ feedId, trigger }: AlertRule): string =>
    namedCondition(trigger, subjectName(feedId, naming), styleOf(feedId, true));
  return partResult(
    t('backup.part.alerts'),
    {
      added: added.map(words),
      removed: removed.map(words),
      changed: isOrderOnly ? [t('backup.change.alertOrder')] : changed.map(words),
    },
    alertRules.entry(
      rules.map((rule) => (isChanged.has(rule) ? { ...rule, armedAt: nowMs } : rule)),
    ),
  );
}

function checkCounts(rules: readonly AlertRule[]): void {
  checkCount('alerts', rules.length, MAX_ALERTS);
  const counts = Map.groupBy(rules, ({ feedId }) => feedId)
    .values()
    .map(({ length }) => length);
  checkCount('alertsOnFeed', Math.max(0, ...counts), MAX_ALERTS_PER_FEED);
}
