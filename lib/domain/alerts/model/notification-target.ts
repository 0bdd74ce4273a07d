import type { FeedId } from '../../../base/units.ts';
import type { Delivery, Firing } from './firing.ts';
import type { AlertRule } from './rule.ts';

export type Batching = Extract<Delivery, 'notification' | 'merged' | 'digest' | 'summary'>;

export interface Batch {
  batching: Batching;
  firings: Firing[];
}

const BATCHINGS: readonly string[] = ['notification', 'merged', 'digest', 'summary'];
const PAUSED = 'paused';
const SEPARATOR = '|';
const SEVERAL = '-';

/**
 * What a notification is about. Its id contains this, because a click may start a new worker. An id
 * has at most 500 characters, so it contains only the first and the last firing.
 */
export interface NotificationTarget {
  batching: Batching;
  /** `null` for several feeds. */
  feedId: FeedId | null;
  /** Firing ids in the history's order; equal for a single firing. */
  first: string;
  last: string;
}

/** A new worker gives the same batch the same id. */
export function targetId({ batching, feedId, first, last }: NotificationTarget): string {
  return [batching, feedId ?? SEVERAL, first, last].join(SEPARATOR);
}

/** `null` for a notification that is not about firings. */
export function parseTarget(id: string): NotificationTarget | null {
  const [batching = '', feedId = '', first, last] = id.split(SEPARATOR);
  if (!isBatching(batching) || !first || !last) return null;
  return { batching, feedId: feedId === SEVERAL ? null : feedId, first, last };
}

export function pausedId({ feedId, id }: AlertRule): string {
  return [PAUSED, feedId, id].join(SEPARATOR);
}

export function pausedFeedOf(notificationId: string): string | null {
  const [kind, feedId] = notificationId.split(SEPARATOR);
  return kind === PAUSED ? (feedId ?? null) : null;
}

export function firingsOf(
  { batching, first, last }: NotificationTarget,
  history: readonly Firing[],
): Firing[] {
  const to = history.findIndex(({ id }) => id === last);
  // The history may have dropped the first firing.
  const from = Math.max(
    0,
    history.findIndex(({ id }) => id === first),
  );
  return history
    .slice(from, to + 1)
    .filter((firing) => firing.delivered === batching || isWaitingFor(batching, firing));
}

export function isWaitingFor(batching: Batching, { delivered, missed, away }: Firing): boolean {
  if (batching === 'digest') return delivered === 'held';
  return delivered === 'pending' && (missed || away !== undefined) === (batching === 'summary');
}

export function alertIdOf(firingId: string): string {
  return firingId.split('.')[0] ?? '';
}

function isBatching(text: string): text is Batching {
  return BATCHINGS.includes(text);
}
