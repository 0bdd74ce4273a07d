import type { Parts } from './parts.ts';

/** The fallback alarm: keeps badge, prices and alerts right when nothing else runs. */
export async function onAlarm(parts: Parts): Promise<void> {
  const { clock, connection, history, intake } = parts;
  clock.check();
  // Not awaited, because the service may never respond.
  void connection.update('alarm');
  await onTimePassed(parts);
  history.reconcile();
  await intake
    .saveDue()
    .catch(() => console.warn('The last prices could not be saved for the next start.'));
}

/** Updates what depends on time alone: opening markets, ending snoozes, prices going stale. */
export async function onTimePassed({
  toolbar,
  loaded,
  intake,
  alerts,
  lookBack,
}: Parts): Promise<void> {
  // A new worker updates the badge before it checks alerts, which take longer.
  await toolbar.shown;
  toolbar.refresh();
  await loaded;
  await intake.evaluateAlerts();
  void lookBack.run();
  await alerts.deliver();
}
