import type { AlertSettings } from '../../storage/values/alerts.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { Firing } from '../../domain/alerts/model/firing.ts';
import {
  isLate,
  type Batch,
  type Batching,
} from '../../domain/alerts/model/notification-target.ts';
import { isQuiet } from '../../domain/alerts/model/quiet-hours.ts';

interface DeliveryPlan {
  /** Ids of firings that need no notification. */
  silent: string[];
  /** Notifications to send, the most urgent first. */
  batches: Batch[];
}

interface Circumstances {
  settings: Pick<AlertSettings, 'tellsMissed' | 'quietHours'>;
  /** Whether alerts are looking into an absence. The summary then waits for them. */
  isLookingBack: boolean;
  now: UnixMilliseconds;
  /** An IANA time zone name. */
  timeZone: string;
}

/**
 * Decides how to deliver pending firings. Quiet hours hold firings for one summary. Firings missed
 * while offline get a summary too, if the user wants it. Alerts that fired together share a
 * notification. Firings that the user has seen need no notification.
 */
export function planDelivery(
  history: readonly Firing[],
  { settings, isLookingBack, now, timeZone }: Circumstances,
): DeliveryPlan {
  const { quietHours, tellsMissed } = settings;
  const pending = history.filter(({ delivered }) => delivered === 'pending');
  if (pending.length === 0) return { silent: [], batches: [] };
  const isUnwanted = ({ missed, away, seenAt }: Firing): boolean =>
    seenAt !== null || (missed && !away && !tellsMissed);
  const silent = pending.filter(isUnwanted).map(({ id }) => id);
  if (isQuiet(quietHours, now, timeZone)) return { silent, batches: [] };
  const batchingOf = (firing: Firing): Batching => {
    if (isLate(firing)) return 'summary';
    return isQuiet(quietHours, firing.at, timeZone) ? 'digest' : 'notification';
  };
  const groups = Map.groupBy(
    pending.filter((firing) => !isUnwanted(firing)),
    batchingOf,
  );
  const batches = (['notification', 'digest', 'summary'] as const).flatMap((each): Batch[] => {
    const firings = groups.get(each) ?? [];
    if (firings.length === 0 || (each === 'summary' && isLookingBack)) return [];
    const batching = each === 'notification' && firings.length > 1 ? 'merged' : each;
    return [{ batching, firings }];
  });
  return { silent, batches };
}
