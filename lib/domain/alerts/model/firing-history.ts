import { filterKeys } from '../../../base/filter-keys.ts';
import type { SignedBytes } from '../../signed-updates/signed-bytes.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import type { Delivery, Firing } from './firing.ts';

const MAX_FIRINGS = 50;
/** How many firings of one alert may wait for delivery. Nobody reads more. */
const MAX_PENDING = 5;

/** Adds firings to the history, oldest first, skips known ones and trims the result. */
export function addFirings(history: readonly Firing[], firings: readonly Firing[]): Firing[] {
  const known = new Set(history.map(({ id }) => id));
  const added = firings.filter(({ id }) => !known.has(id) && known.add(id));
  return trimHistory([...history, ...added]);
}

/** Keeps the last 50 firings, and for each alert the last five that wait for delivery. */
function trimHistory(history: readonly Firing[]): Firing[] {
  const waiting = new Map<string, number>();
  let left = MAX_FIRINGS;
  const kept = history.toReversed().filter(({ alertId, delivered }) => {
    left -= 1;
    if (delivered !== 'pending') return left >= 0;
    const count = (waiting.get(alertId) ?? 0) + 1;
    waiting.set(alertId, count);
    return count <= MAX_PENDING;
  });
  return kept.toReversed();
}

/** @param marks by firing id */
export function markDelivered(
  history: readonly Firing[],
  marks: ReadonlyMap<string, Delivery>,
): Firing[] {
  return history.map((firing) => {
    const delivered = marks.get(firing.id);
    return delivered ? { ...firing, delivered } : firing;
  });
}

/** Firings seen before keep their time. */
export function markSeen(
  history: readonly Firing[],
  ids: ReadonlySet<string>,
  now: UnixMilliseconds,
): Firing[] {
  return history.map((firing) =>
    ids.has(firing.id) && firing.seenAt === null ? { ...firing, seenAt: now } : firing,
  );
}

export function forgetAlerts(history: readonly Firing[], alertIds: ReadonlySet<string>): Firing[] {
  return history.filter(({ alertId }) => !alertIds.has(alertId));
}

/** Keeps the proofs of firings in the history. */
export function latestProofs(
  proofs: Readonly<Record<string, SignedBytes>>,
  history: readonly Firing[],
): Record<string, SignedBytes> {
  const ids = new Set(history.map(({ id }) => id));
  return filterKeys(proofs, (id) => ids.has(id));
}
