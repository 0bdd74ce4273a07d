import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import type { FeedId } from '@/lib/base/units.ts';

/** Groups alerts by what they watch: first totals, then the feeds in `order`, then all others. */
export function groupByFeed(
  rules: readonly AlertRule[],
  order: readonly string[],
): [feedId: FeedId, rules: AlertRule[]][] {
  const places = new Map(order.map((id, index) => [id, index]));
  // Totals of holdings come first.
  const place = (id: FeedId | null): number => (id === null ? -1 : (places.get(id) ?? Infinity));
  const groups = Map.groupBy(rules, ({ feedId }) => feedId);
  const placed = [...groups].map((group) => ({ group, at: place(feedOf(group[0])) }));
  // Both feeds may be missing from `order`, and Infinity − Infinity is NaN.
  return placed.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ group }) => group);
}

/** The first `count` alerts, still grouped by feed. */
export function firstAlerts(
  groups: readonly [feedId: FeedId, rules: AlertRule[]][],
  count: number,
): [feedId: FeedId, rules: AlertRule[]][] {
  const shown: [string, AlertRule[]][] = [];
  let left = count;
  for (const [feedId, rules] of groups) {
    if (left <= 0) break;
    shown.push([feedId, rules.slice(0, left)]);
    left -= rules.length;
  }
  return shown;
}
