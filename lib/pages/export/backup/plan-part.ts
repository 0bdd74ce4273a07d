import { isDeepEqual } from '../../../base/deep-equal.ts';
import { formatCount } from '../../../base/locale/format.ts';
import { t } from '../../../base/locale/t.ts';
import { ExportError } from '../../../base/save-error.ts';

/** What an import does to one part, as text for the user. Empty lists mean no change. */
export interface PartPlan {
  title: string;
  added: string[];
  removed: string[];
  changed: string[];
  /** The signers that would become trusted. The user must check each one. */
  signers?: ImportedSigners[];
}

/** Imported signers that are new or differ from the current ones. */
export interface ImportedSigners {
  name: string;
  emitterChain: number;
  /** 64 hex digits. */
  emitterAddress: string;
  /** Addresses of 40 hex digits, in the order of the set. */
  keys: readonly string[];
  /** How many of the keys must sign. */
  quorum: number;
}

/** One part of an import. */
export interface PartResult {
  plan: PartPlan;
  /** By storage key. */
  writes: Record<string, unknown>;
  /** What the user has to know or do afterward. */
  notes: string[];
}

/**
 * `merge` adds what is missing, and changes or removes nothing. `replace` overwrites every part
 * that the file contains.
 */
export type ImportMode = 'merge' | 'replace';

/** One part of an import; without changes and writes, it does nothing. */
export function partResult(
  title: string,
  changes: Partial<Omit<PartPlan, 'title'>> = {},
  writes: Record<string, unknown> = {},
): PartResult {
  return { plan: { title, added: [], removed: [], changed: [], ...changes }, writes, notes: [] };
}

export function changesAnything({ added, removed, changed }: PartPlan): boolean {
  return added.length + removed.length + changed.length > 0;
}

/** Compares two lists of items by key. */
export function compareByKey<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
) {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const keysAfter = new Set(after.map(keyOf));
  const added = after.filter((item) => !old.has(keyOf(item)));
  const removed = before.filter((item) => !keysAfter.has(keyOf(item)));
  const changed = after.filter((item) => {
    const was = old.get(keyOf(item));
    return was !== undefined && !isDeepEqual(was, item);
  });
  return {
    added,
    removed,
    changed,
    isOrderOnly: added.length + removed.length + changed.length === 0,
  };
}

/** @throws ExportError if two of the file's items have the same id. */
export function checkIds(
  items: readonly { id: string }[],
  kind: 'groups' | 'alerts' | 'services',
): void {
  if (new Set(items.map(({ id }) => id)).size < items.length) {
    throw new ExportError(t(`backup.problem.sameId.${kind}`));
  }
}

/** @throws ExportError if an import would exceed a limit. */
export function checkCount(
  kind: 'feeds' | 'groups' | 'alerts' | 'alertsOnFeed',
  count: number,
  most: number,
): void {
  if (count <= most) return;
  throw new ExportError(t(`backup.problem.tooMany.${kind}`, { count, limit: formatCount(most) }));
}
