import { distanceTo } from '@/lib/domain/alerts/engine/distance.ts';
import { stateOf } from '@/lib/domain/alerts/model/feed-alerts.ts';
import { phaseOf } from '@/lib/domain/alerts/model/phase.ts';
import { toExactPrice, type ExactPrice } from '@/lib/domain/alerts/model/price.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { AlertState } from '@/lib/domain/alerts/model/state.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { compareDecimals, distanceBetween } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, toShortDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useAlertFeed } from '../../alerts/use-alert-feed.ts';
import { useFeedAlerts } from '../../alerts/use-feed-alerts.ts';
import { useMinute } from '../../shared/hooks/clock.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';

export interface AlertLevel {
  alertId: string;
  /** `Rises above 65,000`. */
  condition: string;
  level: string;
  /** Whether the user set the level itself. Otherwise it follows the price, as for a percentage. */
  isMovable: boolean;
  /** Whether the alert can trigger now, without the user doing anything. */
  isActive: boolean;
}

const ACTIVE_PHASES = new Set(['armed', 'waiting', 'cooling']);
const NONE: [] = [];
// A feed can have 100 alerts, which would cover the chart.
const MAX_LEVELS = 8;

/** The levels of a feed's alerts, at most eight, and the price that they are compared with. */
export function useAlertLevels(id: FeedId): {
  levels: readonly AlertLevel[];
  price: Decimal | null;
} {
  const rules = useStored(alertRules) ?? NONE;
  const alerts = useFeedAlerts([id])?.get(id);
  const { feed } = useAlertFeed(id, alerts);
  const nowMs = useMinute() * 1_000;
  const exact = feed.latest && toExactPrice(feed.latest);
  const canTrigger = feed.areOn && feed.isFollowed;

  const levels = rules.flatMap((rule): AlertLevel[] => {
    const state = stateOf(rule.id, alerts?.states ?? {});
    const level = rule.feedId === id ? levelOf(rule, state, exact) : null;
    if (level === null) return [];
    const isActive = canTrigger && ACTIVE_PHASES.has(phaseOf(rule, state, nowMs));
    const isMovable = 'level' in rule.trigger;
    const condition = conditionTitle(rule.trigger);
    return [{ alertId: rule.id, condition, level, isMovable, isActive }];
  });
  const price = exact?.price ?? null;
  return { levels: nearest(levels, price), price };
}

function nearest(levels: readonly AlertLevel[], price: Decimal | null): readonly AlertLevel[] {
  if (levels.length <= MAX_LEVELS || !price) return levels.slice(0, MAX_LEVELS);
  const distance = ({ level }: AlertLevel) => distanceBetween(parseDecimal(level) ?? price, price);
  return levels.toSorted((a, b) => compareDecimals(distance(a), distance(b))).slice(0, MAX_LEVELS);
}

function levelOf(
  rule: AlertRule,
  state: AlertState | null,
  exact: ExactPrice | null,
): string | null {
  if ('level' in rule.trigger) return rule.trigger.level;
  const distance = exact && distanceTo(rule, state, exact);
  return distance && toShortDecimalString(distance.level);
}
