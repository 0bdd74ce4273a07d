import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

// Longer than any offer to undo stands.
const KEPT_MS = 10 * 60_000;

const deletedAlerts = defineStoredItem<Record<string, { feedId: string; at: number }>>(
  'session:deletedAlerts',
  {
    schema: z.record(z.string(), z.object({ feedId: z.string(), at: z.number() })),
    fallback: {},
  },
);

/** An alert and the feed that it is on. */
export interface AlertPlace {
  id: string;
  feedId: string;
}

/**
 * Notes alerts that are about to be deleted, so that an undo finds what became of them although
 * the background died in between.
 *
 * @param now unix milliseconds
 */
export async function noteDeleted(alerts: readonly AlertPlace[], now: number): Promise<void> {
  if (alerts.length === 0) return;
  await deletedAlerts.update((known) => {
    const recent = Object.entries(known).filter(([, { at }]) => isRecent(at, now));
    return Object.fromEntries([
      ...recent,
      ...alerts.map(({ id, feedId }) => [id, { feedId, at: now }]),
    ]);
  });
}

/** The alerts whose deletion may still be undone. @param now unix milliseconds */
export async function readDeleted(now: number): Promise<AlertPlace[]> {
  const known = Object.entries(await deletedAlerts.getValue());
  return known
    .filter(([, { at }]) => isRecent(at, now))
    .map(([id, { feedId }]) => ({ id, feedId }));
}

// A deletion of the future is one before the clock was set back.
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < KEPT_MS;
}
