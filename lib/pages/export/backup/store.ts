import { browser } from 'wxt/browser';
import { isDeepEqual } from '../../../base/deep-equal.ts';
import type { AlertRule } from '../../../domain/alerts/model/rule.ts';
import { withLock } from '../../../storage/lock.ts';
import { alertRules } from '../../../storage/values/alerts.ts';
import { recordDeleted } from '../../../storage/values/deleted-alerts.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import type { Backup } from './format.ts';
import { planImport, type ImportPlan } from './plan.ts';
import type { ImportMode } from './plan-part.ts';
import { BACKUP_KEYS, readStoredState, valueIn, type StoredState } from './stored-state.ts';

/** The values that an import replaced, for undoing it. */
export type Replaced = StoredState;

/**
 * Writes an import in one step, provided that it still does what the user was shown.
 *
 * @param options `seen` is the plan that the user confirmed
 * @returns what it replaced; `null` if something changed in between and nothing was written
 * @throws ExportError like {@link planImport}
 */
export async function applyImport(
  backup: Backup,
  mode: ImportMode,
  { seen, nowMs }: { seen: ImportPlan; nowMs: UnixMilliseconds },
): Promise<Replaced | null> {
  return withAllLocks(async () => {
    const stored = await readStoredState();
    const plan = planImport(stored, backup, { mode, nowMs });
    if (!isDeepEqual(plan.parts, seen.parts)) return null;
    await recordDeleted(deletedAlerts(stored, plan), nowMs);
    await browser.storage.local.set(plan.writes);
    return Object.fromEntries(Object.keys(plan.writes).map((key) => [key, stored[key]]));
  });
}

/** The alerts that an import deletes. After an undo, they must not fire again for what is past. */
function deletedAlerts(stored: StoredState, { writes }: ImportPlan): AlertRule[] {
  const kept = new Set(valueIn({ ...stored, ...writes }, alertRules).map(({ id }) => id));
  return valueIn(stored, alertRules).filter(({ id }) => !kept.has(id));
}

/** Restores what an import replaced. */
export async function undoImport(replaced: Replaced): Promise<void> {
  const entries = Object.entries(replaced);
  const unset = entries.filter(([, value]) => value === undefined).map(([key]) => key);
  await withAllLocks(async () => {
    await browser.storage.local.set(
      Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    );
    await browser.storage.local.remove(unset);
  });
}

// Every change to one of these items holds its lock. Taking them in alphabetical order prevents
// deadlocks between two imports.
function withAllLocks<T>(work: () => Promise<T>): Promise<T> {
  return BACKUP_KEYS.reduceRight<() => Promise<T>>(
    (inner, key) => () => withLock(key, inner),
    work,
  )();
}
