import type { FeedId } from '../../../base/units.ts';
import type { Delivery, Firing } from './firing.ts';
import type { AlertRule } from './rule.ts';

/** The ways in which a notification delivers firings. */
export type Batching = Extract<Delivery, 'notification' | 'merged' | 'digest' | 'summary'>;

/** Firings that go into one notification. */
export interface Batch {
  batching: Batching;
  firings: Firing[];
}

const BATCHINGS: readonly string[] = ['notification', 'merged', 'digest', 'summary'];
const PAUSED = 'paused';
const SEPARATOR = '|';
const SEVERAL = '-';

/**
 * What a notification is about. Its id contains this, because a click may start a new worker that
 * has nothing but the id. An id has at most 500 characters, so for many firings it contains only
 * the first and the last.
 */
export interface NotificationTarget {
  batching: Batching;
  /** `null` for several feeds. */
  feedId: FeedId | null;
  /** Firing ids in the history's order; both the same for a single firing. */
  first: string;
  last: string;
}

/** The id of a batch's notification. A new worker gives the same batch the same id. */
export function targetId({ batching, feedId, first, last }: NotificationTarget): string {
  return [batching, feedId ?? SEVERAL, first, last].join(SEPARATOR);
}

/** Reads a notification's id; `null` if it is not about firings. */
export function parseTarget(id: string): NotificationTarget | null {
  const [batching = '', feedId = '', first, last] = id.split(SEPARATOR);
  if (!isBatching(batching) || !first || !last) return null;
  return { batching, feedId: feedId === SEVERAL ? null : feedId, first, last };
}

/** The id of the notification about an auto-paused alert. */
export function pausedId({ feedId, id }: AlertRule): string {
  return [PAUSED, feedId, id].join(SEPARATOR);
}

/** The feed of an auto-paused alert; `null` if the notification is about something else. */
export function pausedFeedOf(notificationId: string): string | null {
  const [kind, feedId] = notificationId.split(SEPARATOR);
  return kind === PAUSED ? (feedId ?? null) : null;
}

/** The firings that a notification shows. */
export function firingsOf(
  { batching, first, last }: NotificationTarget,
  history: readonly Firing[],
): Firing[] {
  const to = history.findIndex(({ id }) => id === last);
  // The first firing may be missing, because the history is trimmed.
  const from = Math.max(
    0,
    history.findIndex(({ id }) => id === first),
  );
  return history
    .slice(from, to + 1)
    .filter((firing) => firing.delivered === batching || isWaitingFor(batching, firing));
}

/** Whether a firing still has to be delivered in this way. */
export function isWaitingFor(batching: Batching, { delivered, missed }: Firing): boolean {
  if (batching === 'digest') return delivered === 'held';
  return delivered === 'pending' && missed === (batching === 'summary');
}

/** The id of the alert that a firing belongs to. */
export function alertIdOf(firingId: string): string {
  return firingId.split('.')[0] ?? '';
}

function isBatching(text: string): text is Batching {
  return BATCHINGS.includes(text);
}
