import { stateOf } from '../../domain/alerts/model/feed-alerts.ts';
import { candleStore } from '../../storage/candles/candle-store.ts';
import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import { alertRules, alertsToConfirm } from '../../storage/values/alerts.ts';
import { deleteCandles } from '../candles/store-outcomes.ts';
import type { Parts } from '../start/parts.ts';

/**
 * Deletes leftovers of sample prices, except the prices and their history, and pauses the alerts
 * that watched them. Safe to repeat: the worker may die halfway.
 */
export async function dropSamples({ alerts, settings }: Parts): Promise<void> {
  await alerts.alerts.load();
  const { areOn } = settings.alertSettings.current;
  const added = await alertsToConfirm.getValue();
  const hasSeenSamples = ({ id, feedId }: AlertRule): boolean =>
    !areOn || stateOf(id, alerts.alerts.of(feedId)?.states ?? {}) !== null;
  const paused = (await alertRules.getValue())
    .filter(({ enabled }) => enabled)
    // Others come from a backup.
    .filter((rule) => added.includes(rule.id) || hasSeenSamples(rule))
    .map(({ id }) => id);
  if (paused.length > 0) {
    // Stored first, so that the user is asked about every paused alert.
    await alertsToConfirm.update((known) => [...new Set([...known, ...paused])]);
    await alertRules.update((rules) =>
      rules.map((rule) => (paused.includes(rule.id) ? { ...rule, enabled: false } : rule)),
    );
  }
  await alerts.alerts.clear();
  await deleteCandles(candleStore);
}
