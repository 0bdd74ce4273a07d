import { browser } from 'wxt/browser';
import { isDeepEqual } from '../../../base/deep-equal.ts';
import type { AlertRule } from '../../../domain/alerts/model/rule.ts';
import { withLocks } from '../../../storage/lock.ts';
import { alertRules } from '../../../storage/values/alerts.ts';
import { recordDeleted } from '../../../storage/values/deleted-alerts.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import type { Backup } from './format.ts';
import { planImport, type ImportPlan } from './plan.ts';
import type { ImportMode } from './plan-part.ts';
import { BACKUP_KEYS, readStoredState, valueIn, type StoredState } from './stored-state.ts';

/**
 * Writes an import in one step if it still does what the user saw. Returns the replaced values;
 * `null` if something changed meanwhile.
 * @param options `seen` is the plan that the user confirmed
 * @throws ExportError like {@link planImport}
 */
export async function applyImport(
  backup: Backup,
  mode: ImportMode,
  { seen, nowMs }: { seen: ImportPlan; nowMs: UnixMilliseconds },
): Promise<StoredState | null> {
  return withLocks(BACKUP_KEYS, async () => {
    const stored = await readStoredState();
    const plan = planImport(stored, backup, { mode, nowMs });
    if (!isDeepEqual(plan.parts, seen.parts)) return null;
    await recordDeleted(deletedAlerts(stored, plan), nowMs);
    await browser.storage.local.set(plan.writes);
    return Object.fromEntries(Object.keys(plan.writes).map((key) => [key, stored[key]]));
  });
}

/** Alerts deleted by an import. After an undo, they must not fire for the past. */
function deletedAlerts(stored: StoredState, { writes }: ImportPlan): AlertRule[] {
  const kept = new Set(valueIn({ ...stored, ...writes }, alertRules).map(({ id }) => id));
  return valueIn(stored, alertRules).filter(({ id }) => !kept.has(id));
}

export async function undoImport(replaced: StoredState): Promise<void> {
  const entries = Object.entries(replaced);
  const unset = entries.filter(([, value]) => value === undefined).map(([key]) => key);
  await withLocks(BACKUP_KEYS, async () => {
    await browser.storage.local.set(
      Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    );
    await browser.storage.local.remove(unset);
  });
}
