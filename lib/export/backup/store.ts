import { browser } from 'wxt/browser';
import { isDeepEqual } from '../../deep-equal.ts';
import { withLock } from '../../storage/stored-item.ts';
import type { Backup } from './format.ts';
import { planImport, type ImportPlan } from './plan.ts';
import type { ImportMode } from './plan-part.ts';
import { BACKUP_KEYS, type StoredState } from './stored-state.ts';

/** What an import replaced, so that it can be taken back. */
export type Replaced = StoredState;

/** Reads all that a backup holds. */
export function readStoredState(): Promise<StoredState> {
  return browser.storage.local.get<Record<string, unknown>>([...BACKUP_KEYS]);
}

/**
 * Writes an import in one step, if it still does what the user saw.
 *
 * @returns what it replaced; `null` where something was changed meanwhile, and nothing was written
 * @throws ExportError as {@link planImport}
 */
export async function applyImport(
  backup: Backup,
  mode: ImportMode,
  { seen, nowMs }: { seen: ImportPlan; nowMs: number },
): Promise<Replaced | null> {
  return withAllLocks(async () => {
    const stored = await readStoredState();
    const plan = planImport(stored, backup, { mode, nowMs });
    if (!isDeepEqual(plan.parts, seen.parts)) return null;
    await browser.storage.local.set(plan.writes);
    return Object.fromEntries(Object.keys(plan.writes).map((key) => [key, stored[key]]));
  });
}

/** Puts back what an import replaced. */
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

// Whoever changes one of these items holds its lock; they are taken in the order of their names.
function withAllLocks<T>(work: () => Promise<T>): Promise<T> {
  return BACKUP_KEYS.reduceRight<() => Promise<T>>(
    (inner, key) => () => withLock(key, inner),
    work,
  )();
}
