import type { Delivery, Firing } from '../../alerts/firing.ts';
import { isQuiet } from '../../alerts/quiet-hours.ts';
import type { AlertSettings } from '../../storage/alerts.ts';
import { isWaitingFor, type Batching } from './notification-target.ts';

/** Firings that go into one notification. */
export interface Batch {
  batching: Batching;
  firings: Firing[];
}

/** What has to be done for the firings that were not yet delivered. */
export interface DeliveryPlan {
  /** To be noted without any notification, by firing id. */
  marks: Map<string, Delivery>;
  /** To be sent, the most pressing first. */
  batches: Batch[];
}

interface Circumstances {
  settings: Pick<AlertSettings, 'tellsMissed' | 'quietHours'>;
  /** Unix milliseconds. */
  now: number;
  /** An IANA name. */
  timeZone: string;
}

/**
 * Decides what becomes of the firings that wait: quiet hours hold them, their end brings one
 * digest, what was missed makes one summary for those who want it, and what fired together comes
 * together. What the user has seen meanwhile needs no notification any more.
 */
export function planDelivery(
  history: readonly Firing[],
  { settings, now, timeZone }: Circumstances,
): DeliveryPlan {
  const plan: DeliveryPlan = { marks: new Map(), batches: [] };
  const waiting = history.filter(
    ({ delivered }) => delivered === 'pending' || delivered === 'held',
  );
  if (waiting.length === 0) return plan;
  const isHolding = isQuiet(settings.quietHours, now, timeZone);
  const open: Firing[] = [];
  for (const firing of waiting) {
    if (firing.missed && !settings.tellsMissed) plan.marks.set(firing.id, 'unreported');
    else if (firing.seenAt !== null) plan.marks.set(firing.id, 'badge');
    else if (!isHolding) open.push(firing);
    else if (firing.delivered === 'pending') plan.marks.set(firing.id, 'held');
  }
  const fresh = open.filter((firing) => isWaitingFor('notification', firing));
  addBatch(plan, fresh.length > 1 ? 'merged' : 'notification', fresh);
  for (const batching of ['digest', 'summary'] as const) {
    addBatch(
      plan,
      batching,
      open.filter((firing) => isWaitingFor(batching, firing)),
    );
  }
  return plan;
}

function addBatch({ batches }: DeliveryPlan, batching: Batching, firings: Firing[]): void {
  if (firings.length > 0) batches.push({ batching, firings });
}
