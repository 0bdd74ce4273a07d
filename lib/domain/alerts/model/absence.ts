import type { FeedId } from '../../../base/units.ts';
import { feedIdSchema, unixMilliseconds, unixSeconds, z } from '../../../base/zod.ts';
import { firingSchema } from './firing.ts';
import { alertStateSchema } from './state.ts';

/** A time without responses for a feed, and the alerts on levels that look into it afterward. */
export const absenceSchema = z.object({
  feedId: feedIdSchema,
  /** Publish time of the last price before it. */
  from: unixSeconds,
  /** Publish time of the first price after it. */
  until: unixSeconds,
  /** Whether the computer slept. Otherwise the browser was closed, or there was no connection. */
  hasSlept: z.boolean(),
  /** When it ended, by the local clock. */
  endedAt: unixMilliseconds,
  /** How many workers have begun to look into it. */
  tries: z.number(),
  alerts: z.array(
    z.object({
      alertId: z.string(),
      /** The alert's state before the absence. */
      before: alertStateSchema,
      /** Count of firings right after the absence. If it grows, the alert has fired since. */
      count: z.number(),
      /** Firing missed because the price was on the other side afterward; `null` if none. */
      missed: z.nullable(firingSchema),
    }),
  ),
});
export type Absence = z.infer<typeof absenceSchema>;

/** The pending absences after adding `found` and removing `resolved`, by feed id. */
export function absencesLeft(
  pending: Readonly<Record<FeedId, Absence>>,
  found: readonly Absence[],
  resolved: Absence | undefined,
): Record<FeedId, Absence> {
  const left = Object.entries(pending).filter(([id]) => id !== resolved?.feedId);
  const joined = found.map((each) => [each.feedId, joinAbsences(pending[each.feedId], each)]);
  return Object.fromEntries([...left, ...joined]);
}

/** Extends a pending absence to the end of a later one. */
function joinAbsences(earlier: Absence | undefined, later: Absence): Absence {
  if (!earlier) return later;
  const alerts = earlier.alerts.map((alert) => {
    const again = later.alerts.find(({ alertId }) => alertId === alert.alertId);
    return again ? { ...alert, count: again.count, missed: alert.missed ?? again.missed } : alert;
  });
  const isOther = ({ alertId }: Absence['alerts'][number]): boolean =>
    alerts.every((alert) => alert.alertId !== alertId);
  return { ...later, from: earlier.from, alerts: [...alerts, ...later.alerts.filter(isOther)] };
}
