import { isDeepEqual } from '../../../base/deep-equal.ts';
import { formatCount } from '../../../base/locale/format.ts';
import { t, type PlainKey } from '../../../base/locale/t.ts';
import { ExportError } from '../../../base/save-error.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import type { TrustProfile } from '../../../domain/signed-updates/trust/trust-profile.ts';
import { isOwnId } from '../../../domain/settings.ts';
import type { StoredItem } from '../../../storage/stored.ts';
import { valueIn, type StoredState } from './stored-state.ts';

/** `merge` only adds. `replace` overwrites every part in the file. */
export type ImportMode = 'merge' | 'replace';

/** What an import needs besides the file. */
export interface Import {
  stored: StoredState;
  mode: ImportMode;
  nowMs: UnixMilliseconds;
  /** Name of a feed by its id. */
  nameOf: (id: string) => string;
  /** Feeds on the watchlist after the import. */
  followed: ReadonlySet<string>;
}

/** Changes as text for the user. */
export type ListedChanges = Record<'added' | 'removed' | 'changed', string[]>;

/** Empty lists mean no change. */
export interface PartPlan extends ListedChanges {
  title: string;
  /** Signers that would become trusted, so the user must check each one. */
  signers?: ImportedSigners[];
}

/** New or different signers. */
export interface ImportedSigners extends Pick<
  TrustProfile,
  'name' | 'emitterChain' | 'emitterAddress'
> {
  /** 40 hex digits each, in the order of the set. */
  keys: readonly string[];
  /** Number of keys that must sign. */
  quorum: number;
}

export interface PartResult {
  plan: PartPlan;
  /** Values by storage key. */
  writes: Record<string, unknown>;
  /** What the user has to know or do afterward. */
  notes?: string[];
  /** `http:` origins on other computers, as a list that the user must confirm. */
  unencryptedOrigin?: string | null;
}

/** Plans one stored value; does nothing without a new value. */
export function planPart<T>(
  title: string,
  item: StoredItem<T>,
  {
    stored,
    after,
    changes,
  }: { stored: StoredState; after: T; changes: (before: T) => Omit<PartPlan, 'title'> },
): PartResult {
  const before = valueIn(stored, item);
  return isDeepEqual(before, after)
    ? { plan: { title, added: [], removed: [], changed: [] }, writes: {} }
    : { plan: { title, ...changes(before) }, writes: item.entry(after) };
}

/** `Signatures: Require → Off`. */
export function valueChange(name: string, before: string, after: string): string {
  return t('backup.change.value', { name, before, after });
}

export function onOrOff(isOn: boolean): string {
  return t(isOn ? 'backup.change.on' : 'backup.change.off');
}

/**
 * @param changeOf text for a changed item; default `wordsOf`
 * @param order text for a change of the order alone; without it, order does not matter
 */
export function listChanges<T>(
  before: readonly T[],
  after: readonly T[],
  {
    keyOf,
    wordsOf,
    changeOf = (_, item) => wordsOf(item),
    order,
  }: {
    keyOf: (item: T) => string;
    wordsOf: (item: T) => string;
    changeOf?: (before: T, item: T) => string;
    order?: string;
  },
): ListedChanges {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const keysAfter = new Set(after.map(keyOf));
  const added = after.filter((item) => !old.has(keyOf(item)));
  const removed = before.filter((item) => !keysAfter.has(keyOf(item)));
  const changed = after.flatMap((item) => {
    const was = old.get(keyOf(item));
    return was !== undefined && !isDeepEqual(was, item) ? [changeOf(was, item)] : [];
  });
  const isOrderOnly = added.length + removed.length + changed.length === 0;
  return {
    added: added.map(wordsOf),
    removed: removed.map(wordsOf),
    changed: isOrderOnly && order !== undefined ? [order] : changed,
  };
}

/** @throws ExportError if two items have the same id, or one has a reserved id */
export function checkIds(items: readonly { id: string }[]): void {
  const isDamaged = new Set(items.map(({ id }) => id)).size < items.length;
  if (isDamaged || !items.every(({ id }) => isOwnId(id))) {
    throw new ExportError(t('backup.problem.damaged'));
  }
}

/** @throws ExportError beyond the limit */
export function checkCount(what: PlainKey, count: number, most: number): void {
  if (count <= most) return;
  throw new ExportError(t('backup.problem.tooMany', { what: t(what), limit: formatCount(most) }));
}

/** @param place path in the file */
export function invalidAt(place: string): string {
  return t('backup.problem.invalid', { place });
}
