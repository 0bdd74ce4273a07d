import { pollInterval } from '../../domain/connection/poll-interval.ts';
import { historyInUse } from '../../domain/connection/history-services.ts';
import type { FeedId } from '../../base/units.ts';
import type { EvaluationInputs } from '../../domain/alerts/engine/evaluate.ts';
import { gapFor } from '../../domain/alerts/engine/feed-watch.ts';
import { attribute } from '../../domain/prices/attributes.ts';
import type { FeedAlerts } from '../../domain/alerts/model/feed-alerts.ts';
import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import type { AlertItems } from './alert-items.ts';

export function inputsOf(
  settings: AlertItems,
  feeds: ReadonlyMap<FeedId, FeedAlerts>,
): EvaluationInputs {
  const { areOn, tellsMissed } = settings.alertSettings.current;
  return {
    rulesOf: (subjectId) => rulesOf(settings, subjectId),
    feeds,
    areOn,
    reportsMissed: tellsMissed,
    gap: gapFor(pollInterval(settings.backgroundUpdates.current) / 1_000),
    looksBack:
      !settings.areSamplesInUse.current &&
      historyInUse(settings.services.current, settings.historyServices.current) !== null,
  };
}

function rulesOf({ alertRules, followedFeeds }: AlertItems, subjectId: string) {
  const rules = rulesByFeed(alertRules.current).get(subjectId) ?? [];
  if (attribute(followedFeeds.current[subjectId], 'schedule') !== undefined) return rules;
  // The trading hours are not known yet. The market counts as open until they arrive, and their
  // arrival must not count as an opening or closing.
  return rules.filter(({ trigger }) => trigger.kind !== 'market');
}

export function rulesByFeed(
  rules: readonly AlertRule[],
): ReadonlyMap<string, readonly AlertRule[]> {
  const cached = groups.get(rules);
  if (cached) return cached;
  const grouped = Map.groupBy(rules, ({ feedId }) => feedId);
  groups.set(rules, grouped);
  return grouped;
}

// Caching is safe because the list of rules is replaced whenever one of them changes.
const groups = new WeakMap<readonly AlertRule[], ReadonlyMap<string, readonly AlertRule[]>>();
