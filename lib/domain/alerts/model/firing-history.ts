import { filterKeys } from '../../../base/filter-keys.ts';
import type { SignedBytes } from '../../signed-updates/signed-bytes.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import { isUndelivered, type Delivery, type Firing } from './firing.ts';

const MAX_AGE_MS = 30 * 86_400_000;
const MAX_FIRINGS = 1_000;

const MAX_PROOFS = 200;

/** Adds firings to the history, oldest first, skips known ones and trims the result. */
export function addFirings(
  history: readonly Firing[],
  firings: readonly Firing[],
  now: UnixMilliseconds,
): Firing[] {
  const known = new Set(history.map(({ id }) => id));
  const added = firings.filter(({ id }) => !known.has(id) && known.add(id));
  return trimHistory([...history, ...added], now);
}

/**
 * Drops delivered firings older than 30 days, then the oldest ones above 1,000. Undelivered firings
 * stay; `backlog.ts` limits them.
 */
export function trimHistory(history: readonly Firing[], now: UnixMilliseconds): Firing[] {
  const recent = history.filter((firing) => isUndelivered(firing) || now - firing.at <= MAX_AGE_MS);
  let surplus = recent.length - MAX_FIRINGS;
  if (surplus <= 0) return recent;
  return recent.filter((firing) => {
    if (surplus <= 0 || isUndelivered(firing)) return true;
    surplus -= 1;
    return false;
  });
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

/** Keeps the proofs of the newest 200 firings. */
export function latestProofs(
  proofs: Readonly<Record<string, SignedBytes>>,
  history: readonly Firing[],
): Record<string, SignedBytes> {
  const ids = new Set(history.slice(-MAX_PROOFS).map(({ id }) => id));
  return filterKeys(proofs, (id) => ids.has(id));
}
