import { anyFeedId, unixMilliseconds, z } from '../../base/zod.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { stored } from '../stored.ts';

// Longer than "Undo" is ever offered.
const UNDO_MS = 10 * 60_000;

export const deletedAlerts = stored<Record<string, { feedId: FeedId; at: UnixMilliseconds }>>(
  'session:deletedAlerts',
  {
    schema: z.record(z.string(), z.object({ feedId: anyFeedId, at: unixMilliseconds })),
    fallback: {},
  },
);

interface AlertPlace {
  id: string;
  feedId: FeedId;
}

/** Records alerts before their deletion, so that the worker keeps their states for an undo. */
export async function recordDeleted(
  alerts: readonly AlertPlace[],
  now: UnixMilliseconds,
): Promise<void> {
  if (alerts.length === 0) return;
  await deletedAlerts.update((known) => {
    const recent = Object.entries(known).filter(([, { at }]) => isRecent(at, now));
    return Object.fromEntries([
      ...recent,
      ...alerts.map(({ id, feedId }) => [id, { feedId, at: now }]),
    ]);
  });
}

/** Alerts whose deletion can still be undone. */
export async function readDeleted(now: UnixMilliseconds): Promise<AlertPlace[]> {
  const known = Object.entries(await deletedAlerts.getValue());
  return known
    .filter(([, { at }]) => isRecent(at, now))
    .map(([id, { feedId }]) => ({ id, feedId }));
}

// The clock may have been set back since.
function isRecent(at: UnixMilliseconds, now: UnixMilliseconds): boolean {
  return Math.abs(now - at) < UNDO_MS;
}
