import type { AlertRule } from '@/lib/alerts/model/rule.ts';
import type { FeedId } from '@/lib/units.ts';

/** Groups alerts by feed: the feeds in `order` first, all others after them. */
export function groupByFeed(
  rules: readonly AlertRule[],
  order: readonly string[],
): [feedId: FeedId, rules: AlertRule[]][] {
  const places = new Map(order.map((id, index) => [id, index]));
  const place = (id: string): number => places.get(id) ?? Infinity;
  const groups = Map.groupBy(rules, ({ feedId }) => feedId);
  // Both feeds may be missing from `order`, and Infinity − Infinity is NaN.
  return [...groups].toSorted(([a], [b]) => (place(a) === place(b) ? 0 : place(a) - place(b)));
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
