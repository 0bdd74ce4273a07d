import { MAX_ALERTS, MAX_ALERTS_PER_FEED } from '../../../domain/alerts/model/rule-changes.ts';
import type { AlertRule } from '../../../domain/alerts/model/rule.ts';
import { conditionTitle, namedCondition } from '../../../domain/alerts/text/condition-words.ts';
import { styleOf } from '../../../domain/alerts/text/figure-style.ts';
import { subjectName } from '../../../domain/alerts/text/subject-words.ts';
import { isDeepEqual } from '../../../base/deep-equal.ts';
import { t } from '../../../base/locale/t.ts';
import { alertRules } from '../../../storage/values/alerts.ts';
import { groups } from '../../../storage/values/view.ts';
import {
  checkCount,
  checkIds,
  listChanges,
  onOrOff,
  planPart,
  valueChange,
  type Import,
  type PartResult,
} from './plan-part.ts';
import { valueIn } from './stored-state.ts';

/**
 * New and changed alerts become active at `nowMs`, so earlier events do not trigger them.
 * @throws ExportError if there would be too many, or if an id occurs twice
 */
export function planAlerts(
  part: readonly AlertRule[],
  { stored, mode, nameOf, nowMs }: Import,
): PartResult {
  checkIds(part);
  const before = valueIn(stored, alertRules);
  const existing = new Map(before.map((rule) => [rule.id, rule]));
  const wanted = part.map((rule) => {
    const was = existing.get(rule.id);
    // `armedAt` is not part of the alert's definition.
    const isSame = was && isDeepEqual(was, { ...rule, armedAt: was.armedAt });
    return isSame ? was : { ...rule, armedAt: nowMs };
  });
  const after =
    mode === 'merge' ? [...before, ...wanted.filter(({ id }) => !existing.has(id))] : wanted;
  checkCounts(after);
  const naming = { nameOf, groups: valueIn(stored, groups) };
  // Values of holdings appear only on their own pages.
  const wordsOf = ({ feedId, trigger }: AlertRule): string =>
    namedCondition(trigger, subjectName(feedId, naming), styleOf(feedId, true));
  return planPart(t('alerts.title'), alertRules, {
    stored,
    after,
    changes: () =>
      listChanges(before, after, {
        keyOf: ({ id }) => id,
        wordsOf,
        changeOf: (was, is) => {
          const [wasActive, active] = [isActive(was, nowMs), isActive(is, nowMs)];
          if (wasActive !== active) {
            return valueChange(wordsOf(is), onOrOff(wasActive), onOrOff(active));
          }
          const name = subjectName(is.feedId, naming);
          const [old, next] = [was, is].map(({ feedId, trigger }) =>
            conditionTitle(trigger, styleOf(feedId, true)),
          );
          return old === next ? wordsOf(is) : valueChange(name, old ?? '', next ?? '');
        },
        order: t('row.menu.order'),
      }),
  });
}

function isActive({ enabled, snoozedUntil, expiresAt }: AlertRule, nowMs: number): boolean {
  const isSnoozed = snoozedUntil !== null && snoozedUntil > nowMs;
  return enabled && !isSnoozed && (expiresAt === null || expiresAt > nowMs);
}

function checkCounts(rules: readonly AlertRule[]): void {
  checkCount('alerts.title', rules.length, MAX_ALERTS);
  const counts = Map.groupBy(rules, ({ feedId }) => feedId)
    .values()
    .map(({ length }) => length);
  checkCount('alerts.title', Math.max(0, ...counts), MAX_ALERTS_PER_FEED);
}
