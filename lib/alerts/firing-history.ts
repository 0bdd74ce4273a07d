import type { Delivery, Firing } from './firing.ts';

const KEPT_FOR = 30 * 86_400_000;
const MAX_KEPT = 1_000;

/** Whether a firing has yet to reach the user: it is about to be notified, or held. */
export function isUndelivered({ delivered }: Firing): boolean {
  return delivered === 'pending' || delivered === 'held';
}

/**
 * The history with new firings, oldest first; one that it already holds is not added again. It is
 * trimmed as in `trimHistory`.
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

/**
 * Drops what was delivered: older than 30 days, and the oldest beyond 1,000 firings in all. What
 * was not delivered always stays, however old and many; that alerts do not add to it without end is
 * seen to where they trigger (`backlog.ts`).
 *
 * @param now unix milliseconds
 */
export function trimHistory(history: readonly Firing[], now: number): Firing[] {
  const young = history.filter((firing) => isUndelivered(firing) || now - firing.at <= KEPT_FOR);
  let surplus = young.length - MAX_KEPT;
  if (surplus <= 0) return young;
  return young.filter((firing) => {
    if (surplus <= 0 || isUndelivered(firing)) return true;
    surplus -= 1;
    return false;
  });
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
