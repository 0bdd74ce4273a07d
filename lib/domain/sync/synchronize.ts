import { isDeepEqual } from '../../base/deep-equal.ts';
import { receive, toItems, type Buckets } from './buckets.ts';
import { toEntries, toValues, type Carried, type Place } from './carried.ts';
import { stampsAfter, type Entries, type Entry } from './entries.ts';

/** What a computer stores. */
export interface Own extends Place {
  /** Values that were never stored are missing: they say nothing about what the user wants. */
  values: Partial<Carried>;
  /** Used for a missing watchlist until a computer has shared one. */
  defaultList: Carried['watchlist'];
  device: string;
}

interface Result {
  entries: Entries;
  values: Carried;
  /** Items of the sync storage that have to change. */
  items: Record<string, unknown>;
}

const NOTHING: Carried = { watchlist: [], rowNames: {}, groups: [], alerts: [], settings: {} };

/**
 * One step of the sync. Everything follows from what is stored, so a step may end anywhere, and the
 * next one does the rest.
 *
 * 1. The user has changed whatever differs from the entries of the last step.
 * 2. It is merged with what other computers have stored. On a computer that joins, settings and
 *    orders that others already have replace its own, and nothing is deleted.
 * 3. The values of this computer and the stored items are updated to match the entries.
 * @param entries of this computer's last step
 */
export function synchronize(entries: Entries, buckets: Buckets, own: Own): Result {
  const received = receive(entries, buckets, own.device);
  const before = toValues(entries, { ...NOTHING, ...own.values }, own);
  const isListShared = received.keys().some((key) => key.startsWith('p.'));
  const mine: Carried = {
    ...before,
    watchlist: isListShared ? before.watchlist : own.defaultList,
    ...own.values,
    settings: { ...before.settings, ...own.values.settings },
  };
  const forgotten = [...buckets.values()].map((bucket) => bucket.forgotten);
  const stamps = [...received.values()].map(([stamp]) => stamp);
  const nextStamp = stampsAfter([...stamps, ...forgotten], own.now, own.device);
  const stamped = ([key, value]: Change): [string, Entry] => [
    key,
    value === undefined ? [nextStamp()] : [nextStamp(), value],
  ];

  const changes = differences(toEntries(before, own, entries), toEntries(mine, own, entries));
  const changed = changes
    .filter(([key]) => !isOrder(key))
    .filter(([key]) => entries.has(key) || received.get(key)?.[1] === undefined)
    .map(stamped);
  // Additions at the end do not change an order.
  const now = new Map([...entries, ...changed]);
  const implied = toValues(now, mine, own);
  const ordered = differences(toEntries(implied, own, now), toEntries(mine, own, now))
    .filter(([key]) => isOrder(key))
    .map(stamped);

  const merged = new Map([...received, ...changed, ...ordered]);
  return { values: toValues(merged, mine, own), ...toItems(merged, buckets, own.device) };
}

/** `undefined`: deleted. */
type Change = readonly [key: string, value: unknown];

function differences(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): Change[] {
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  const changed = keys.filter((key) => !isDeepEqual(after.get(key), before.get(key)));
  return changed.map((key) => [key, after.get(key)] as const);
}

function isOrder(key: string): boolean {
  return key.startsWith('o.');
}
