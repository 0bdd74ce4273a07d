import type { AlertSettings } from '../../storage/values/alerts.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import { isUndelivered, type Delivery, type Firing } from '../../domain/alerts/model/firing.ts';
import {
  isWaitingFor,
  type Batch,
  type Batching,
} from '../../domain/alerts/model/notification-target.ts';
import { isQuiet } from '../../domain/alerts/model/quiet-hours.ts';

interface DeliveryPlan {
  /** Deliveries to store without a notification, by firing id. */
  marks: Map<string, Delivery>;
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
  const plan: DeliveryPlan = { marks: new Map(), batches: [] };
  const waiting = history.filter(isUndelivered);
  if (waiting.length === 0) return plan;
  const isQuietNow = isQuiet(settings.quietHours, now, timeZone);
  const deliverable: Firing[] = [];
  for (const firing of waiting) {
    if (firing.missed && !firing.away && !settings.tellsMissed)
      plan.marks.set(firing.id, 'unreported');
    else if (firing.seenAt !== null) plan.marks.set(firing.id, 'badge');
    else if (!isQuietNow) deliverable.push(firing);
    else if (firing.delivered === 'pending') plan.marks.set(firing.id, 'held');
  }
  const fresh = deliverable.filter((firing) => isWaitingFor('notification', firing));
  addBatch(plan, fresh.length > 1 ? 'merged' : 'notification', fresh);
  for (const batching of isLookingBack ? (['digest'] as const) : (['digest', 'summary'] as const)) {
    addBatch(
      plan,
      batching,
      deliverable.filter((firing) => isWaitingFor(batching, firing)),
    );
  }
  return plan;
}

function addBatch({ batches }: DeliveryPlan, batching: Batching, firings: Firing[]): void {
  if (firings.length > 0) batches.push({ batching, firings });
}
