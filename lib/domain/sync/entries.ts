import { isDeepEqual } from '../../base/deep-equal.ts';
import { isMap } from '../../base/is-map.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

/** One of the things that computers share: a price of the list, a group, an alert or a setting. */
export interface Entry {
  /** When it was last changed, and where. Later stamps sort after earlier ones. */
  stamp: string;
  /** JSON. Missing: deleted. */
  value?: unknown;
  /** Whether another computer has stored it with this stamp. */
  isShared?: boolean | undefined;
}

/** By key. */
export type Entries = ReadonlyMap<string, Entry>;

/** Where and when changes are made. */
export interface Clock {
  now: UnixMilliseconds;
  /** Random, six digits. */
  device: string;
}

const TIME_DIGITS = 9;
const LAST_TIME = 36 ** TIME_DIGITS - 1;

export const STAMP = /^[0-9a-z]{15}$/;
/** Earlier than all others. */
export const NO_STAMP = '';

function toStamp(time: UnixMilliseconds, device: string): string {
  return time.toString(36).padStart(TIME_DIGITS, '0') + device;
}

export function timeOf(stamp: string): UnixMilliseconds {
  return Number.parseInt(stamp.slice(0, TIME_DIGITS), 36) || 0;
}

export function lastTime(entries: Entries): UnixMilliseconds {
  return entries.values().reduce((last, { stamp }) => Math.max(last, timeOf(stamp)), 0);
}

/** Keeps the last change of each entry, in whatever order the changes arrive. */
export function mergeEntries(a: Entries, b: Entries): Entries {
  const merged = new Map(a);
  for (const [key, entry] of b) {
    const other = merged.get(key);
    merged.set(key, other ? laterOf(other, entry) : entry);
  }
  return merged;
}

function laterOf(a: Entry, b: Entry): Entry {
  if (a.stamp !== b.stamp) return a.stamp > b.stamp ? a : b;
  // Only copied profiles can give two changes of an entry the same stamp.
  const isFirst = isDeepEqual(a.value, b.value) || sortedJson(a.value) > sortedJson(b.value);
  const isShared = a.isShared === true || b.isShared === true;
  return { ...(isFirst ? a : b), ...(isShared && { isShared }) };
}

// A browser may store the fields of an object in another order.
function sortedJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) => (isMap(part) ? sortedFields(part) : part)) ?? ''
  );
}

function sortedFields(map: Record<string, unknown>): [string, unknown][] {
  return Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Records changes that the user made on this computer, in their order.
 *
 * Stamps are hybrid: the time of this computer, or just after the latest stamp it knows. So a
 * change is later than everything its user has seen, even something from a computer whose clock is
 * far ahead.
 * @param changes `undefined`: deleted
 */
export function recordChanges(
  entries: Entries,
  changes: Iterable<readonly [key: string, value: unknown]>,
  { now, device }: Clock,
): Entries {
  const recorded = new Map(entries);
  let last = lastTime(entries);
  for (const [key, value] of changes) {
    last = Math.min(LAST_TIME, Math.max(now, last + 1));
    const stamp = toStamp(last, device);
    recorded.set(key, value === undefined ? { stamp } : { stamp, value });
  }
  return recorded;
}
