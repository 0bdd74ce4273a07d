import type { FeedId } from '../../../base/units.ts';
import { feedIdSchema, unixMilliseconds, unixSeconds, z } from '../../../base/zod.ts';
import { firingSchema } from './firing.ts';
import { alertStateSchema } from './state.ts';

/** A time without answers for a feed, and its alerts on levels, which look into it afterward. */
export const absenceSchema = z.object({
  feedId: feedIdSchema,
  /** Publish time of the last price before. */
  from: unixSeconds,
  /** Publish time of the first price after. */
  until: unixSeconds,
  /** Whether the computer slept. Otherwise the browser was closed, or there was no connection. */
  hasSlept: z.boolean(),
  /** When it ended. */
  endedAt: unixMilliseconds,
  /** How many workers began to look into it. */
  tries: z.number(),
  alerts: z.array(
    z.object({
      alertId: z.string(),
      /** As it was before. */
      before: alertStateSchema,
      /** The count of firings right after. If it grows, the alert fired meanwhile. */
      count: z.number(),
      /** That the price was on the other side afterward. */
      missed: z.nullable(firingSchema),
    }),
  ),
});
export type Absence = z.infer<typeof absenceSchema>;

/** What is left to look into, by feed id, after some were found and one was looked into. */
export function absencesLeft(
  pending: Readonly<Record<FeedId, Absence>>,
  found: readonly Absence[],
  resolved: Absence | undefined,
): Record<FeedId, Absence> {
  const left = Object.entries(pending).filter(([id]) => id !== resolved?.feedId);
  const joined = found.map((each) => [each.feedId, joinAbsences(pending[each.feedId], each)]);
  return Object.fromEntries([...left, ...joined]);
}

/** An absence that began earlier and was not looked into yet includes the next one. */
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
