import type { Delivery, Firing } from './firing.ts';

const KEPT_FOR = 30 * 86_400_000;
const MAX_KEPT = 1_000;

/**
 * The history with new firings, oldest first; one that it already holds is not added again. Older
 * than 30 days and beyond 1,000 are dropped.
 *
 * @param now unix milliseconds
 */
export function addFirings(
  history: readonly Firing[],
  firings: readonly Firing[],
  now: number,
): Firing[] {
  const known = new Set(history.map(({ id }) => id));
  const added = firings.filter(({ id }) => !known.has(id) && known.add(id));
  return trimHistory([...history, ...added], now);
}

export function trimHistory(history: readonly Firing[], now: number): Firing[] {
  return history.filter(({ at }) => now - at <= KEPT_FOR).slice(-MAX_KEPT);
}

/** The history with how these firings reached the user. */
export function markDelivered(
  history: readonly Firing[],
  ids: ReadonlySet<string>,
  delivered: Delivery,
): Firing[] {
  return history.map((firing) => (ids.has(firing.id) ? { ...firing, delivered } : firing));
}

/** The history with these firings seen; those seen before keep their time. */
export function markSeen(
  history: readonly Firing[],
  ids: ReadonlySet<string>,
  now: number,
): Firing[] {
  return history.map((firing) =>
    ids.has(firing.id) && firing.seenAt === null ? { ...firing, seenAt: now } : firing,
  );
}

/** Without the firings of removed alerts. */
export function forgetAlerts(history: readonly Firing[], alertIds: ReadonlySet<string>): Firing[] {
  return history.filter(({ alertId }) => !alertIds.has(alertId));
}
