import { lastAskedAt, lastKnownPrices } from '../../storage/values/prices.ts';
import { writeItems } from '../../storage/read-ahead.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { IntakeState } from './intake-state.ts';

/** For the next browser start. */
export async function savePrices(state: IntakeState, nowMs: UnixMilliseconds): Promise<void> {
  const { alerts, isUnsaved, prices } = state;
  const alertItems = alerts?.unsaved() ?? {};
  if (!isUnsaved && Object.keys(alertItems).length === 0) return;
  const items = isUnsaved ? lastKnownPrices.entry(Object.fromEntries(prices)) : {};
  state.savedAt = nowMs;
  await writeItems('local', { ...items, ...alertItems });
  alerts?.markSaved();
  state.isUnsaved = false;
}

export async function shiftAskedAt(state: IntakeState, stepMs: number): Promise<void> {
  if (state.askedAt === 0) return;
  state.askedAt += stepMs;
  await lastAskedAt.setValue(state.askedAt);
}
