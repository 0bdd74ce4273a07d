import type { Parts } from './parts.ts';

/** The fallback alarm: keeps badge, prices and alerts right when nothing else runs. */
export async function onAlarm(parts: Parts): Promise<void> {
  const { clock, supervisor, history, intake } = parts;
  clock.check();
  // Nothing below waits for it: the service may never answer.
  void supervisor.reconcile('alarm');
  await onTimePassed(parts);
  history.reconcile();
  await intake
    .saveDue()
    .catch(() => console.warn('The last prices could not be saved for the next start.'));
}

/** What depends on time alone: markets that open, snoozes that end, prices that become stale. */
export async function onTimePassed({
  toolbar,
  loaded,
  intake,
  alerts,
  lookBack,
}: Parts): Promise<void> {
  // A new worker shows its badge before the alerts, which take longer.
  await toolbar.shown;
  toolbar.refresh();
  await loaded;
  await intake.evaluateAlerts();
  void lookBack.run();
  await alerts.deliver();
}
