import { lastAskedAt, lastKnownPrices, lastKnownSavedAt } from '../../storage/values/prices.ts';
import { writeItems } from '../../storage/areas.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { IntakeState } from './intake-state.ts';

// All prices are stored as one value, so they are saved rarely to spare the disk.
const PRICES_INTERVAL_MS = 5 * 60_000;
const ALERTS_INTERVAL_MS = 30_000;

/** Saves what the next browser start needs and was last saved long enough ago. */
export async function saveDue(state: IntakeState, nowMs: UnixMilliseconds): Promise<void> {
  const isDue = (savedAt: UnixMilliseconds, intervalMs: number): boolean =>
    Math.abs(nowMs - savedAt) >= intervalMs;
  if (isDue(state.pricesSavedAt, PRICES_INTERVAL_MS)) await savePrices(state, nowMs);
  else if (isDue(state.alertsSavedAt, ALERTS_INTERVAL_MS)) await saveAlerts(state, nowMs);
}

/** Saves prices and alert states for the next browser start. */
export async function savePrices(state: IntakeState, nowMs: UnixMilliseconds): Promise<void> {
  if (!state.isUnsaved) return saveAlerts(state, nowMs);
  state.pricesSavedAt = nowMs;
  await saveAlerts(state, nowMs, lastKnownPrices.entry(Object.fromEntries(state.prices)));
  state.isUnsaved = false;
  await lastKnownSavedAt.setValue(nowMs);
}

/** @param others local items to write in the same step */
async function saveAlerts(
  state: IntakeState,
  nowMs: UnixMilliseconds,
  others: Record<string, unknown> = {},
): Promise<void> {
  const items = { ...others, ...state.alerts?.records.unsaved() };
  state.alertsSavedAt = nowMs;
  if (Object.keys(items).length === 0) return;
  await writeItems('local', items);
  state.alerts?.records.markSaved();
}

export async function shiftAskedAt(state: IntakeState, stepMs: number): Promise<void> {
  if (state.askedAt === 0) return;
  state.askedAt += stepMs;
  await lastAskedAt.setValue(state.askedAt);
}
