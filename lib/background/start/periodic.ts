import { delay } from '../../price-service/delay.ts';
import type { Parts } from './parts.ts';

// The first request of a worker, which reads and writes the request budget, would wait as long as
// this work takes.
const AFTER_REQUEST_MS = 50;

/** The fallback alarm: keeps badge, prices and alerts right when nothing else runs. */
export async function onAlarm(parts: Parts): Promise<void> {
  const { clock, supervisor, history, intake } = parts;
  clock.check();
  await supervisor.reconcile('alarm');
  await onTimePassed(parts);
  history.reconcile();
  await intake
    .saveLastKnown()
    .catch(() => console.warn('The last prices could not be saved for the next start.'));
}

/** What depends on time alone: markets that open, snoozes that end, prices that become stale. */
export async function onTimePassed({ toolbar, loaded, intake, alerts }: Parts): Promise<void> {
  await delay(AFTER_REQUEST_MS);
  toolbar.refresh();
  await loaded;
  await intake.evaluateAlerts();
  await alerts.deliver();
}
