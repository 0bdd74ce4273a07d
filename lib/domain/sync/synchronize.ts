import { isDeepEqual } from '../../base/deep-equal.ts';
import { lastForgotten, receive, toItems, type Buckets } from './buckets.ts';
import { ordersOf, toEntries, toValues, type Carried, type Place } from './carried.ts';
import { lastTime, recordChanges, timeOf, type Clock, type Entries } from './entries.ts';

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
  /** Only those that have to change on this computer. */
  values: Partial<Carried>;
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
  const mine = ownValues(own, before, received);
  const latest = Math.max(lastTime(received), timeOf(lastForgotten(buckets)));
  const clock = { device: own.device, now: Math.max(own.now, latest + 1) };
  const changes = changesOf({ before, mine, own, entries }, received);
  const recorded = recordOrders(
    { mine, own, entries: recordChanges(entries, changes, clock) },
    clock,
    changes.some(([, value]) => value === undefined),
  );
  const merged = receive(recorded, buckets, own.device);
  const after = toValues(merged, mine, own);
  const values = differences({ before: mine, mine: after, own, entries: merged });
  return { values, ...toItems(merged, buckets, own.device) };
}

function ownValues({ values, defaultList }: Own, before: Carried, received: Entries): Carried {
  const isShared = received.keys().some((key) => key.startsWith('p.'));
  const { watchlist = isShared ? before.watchlist : defaultList } = values;
  const settings = { ...before.settings, ...values.settings };
  return { ...before, ...values, watchlist, settings };
}

/** A computer's values at two times, and the entries used to compare them. */
interface Comparison {
  before: Carried;
  mine: Carried;
  own: Own;
  entries: Entries;
}

function changesOf(
  { before, mine, own, entries }: Comparison,
  received: Entries,
): (readonly [string, unknown])[] {
  const then = toEntries(before, own, entries);
  const now = toEntries(mine, own, entries);
  const isMine = (key: string): boolean =>
    entries.has(key) || received.get(key)?.value === undefined;
  const changed = [...now].filter(
    ([key, value]) => !isDeepEqual(value, then.get(key)) && isMine(key),
  );
  const deleted = [...then.keys()].filter((key) => !now.has(key));
  return [...changed, ...deleted.map((key) => [key, undefined] as const)];
}

/**
 * Records an order only if additions at the end do not explain it, or if deletions on this computer
 * made it much shorter.
 */
function recordOrders(
  { mine, own, entries }: Omit<Comparison, 'before'>,
  clock: Clock,
  isDeleting: boolean,
): Entries {
  const implied = ordersOf(toValues(entries, mine, own), entries);
  const changed = [...ordersOf(mine, entries)].filter(
    ([key, order]) =>
      order !== implied.get(key) || (isDeleting && isLong(entries.get(key)?.value, order)),
  );
  return changed.length === 0 ? entries : recordChanges(entries, changed, clock);
}

function isLong(stored: unknown, order: string): boolean {
  return typeof stored === 'string' && stored.length > order.length + 100;
}

function differences({ before, mine, own, entries }: Comparison): Partial<Carried> {
  const differs = (kind: string): boolean => {
    const [one, other] = [before, mine].map((values) =>
      [...toEntries(values, own, entries), ...ordersOf(values, entries)].filter(
        ([key]) => key.startsWith(`${kind}.`) || key === `o.${kind}`,
      ),
    );
    return !isDeepEqual(Object.fromEntries(one ?? []), Object.fromEntries(other ?? []));
  };
  const { watchlist, rowNames, groups, alerts, settings } = mine;
  return {
    ...(differs('p') && { watchlist, rowNames }),
    ...(differs('g') && { groups }),
    ...(differs('a') && { alerts }),
    ...(differs('s') && { settings }),
  };
}
