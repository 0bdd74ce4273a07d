import type { Delivery, Firing } from '../../alerts/firing.ts';
import type { AlertRule } from '../../alerts/rule.ts';

/** The ways in which a notification delivers firings. */
export type Batching = Extract<Delivery, 'notification' | 'merged' | 'digest' | 'summary'>;

const BATCHINGS: readonly string[] = ['notification', 'merged', 'digest', 'summary'];
const PAUSED = 'paused';
const SEPARATOR = '|';
const SEVERAL = '-';

/**
 * What a notification is about, as its id tells: a click may come to a worker that knows nothing
 * else. An id has at most 500 characters, so that of many firings it names the first and the last.
 */
export interface NotificationTarget {
  batching: Batching;
  /** `null`: several feeds. */
  feedId: string | null;
  /** Firing ids, in the history's order; the same for a single one. */
  first: string;
  last: string;
}

/** The id under which a batch is shown; the same batch has the same id after a worker's death. */
export function targetId({ batching, feedId, first, last }: NotificationTarget): string {
  return [batching, feedId ?? SEVERAL, first, last].join(SEPARATOR);
}

/** Reads a notification's id; `null`: it is about no firing. */
export function parseTarget(id: string): NotificationTarget | null {
  const [batching = '', feedId = '', first, last] = id.split(SEPARATOR);
  if (!isBatching(batching) || !first || !last) return null;
  return { batching, feedId: feedId === SEVERAL ? null : feedId, first, last };
}

/** The id of what says that an alert was suspended. */
export function pausedId({ feedId, id }: AlertRule): string {
  return [PAUSED, feedId, id].join(SEPARATOR);
}

/** The feed of a suspended alert; `null`: the notification is about none. */
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
  // The history is bounded: what came first may have left it.
  const from = Math.max(
    0,
    history.findIndex(({ id }) => id === first),
  );
  return history
    .slice(from, to + 1)
    .filter((firing) => firing.delivered === batching || isWaitingFor(batching, firing));
}

/** Whether a firing that is not yet delivered would be delivered so. */
export function isWaitingFor(batching: Batching, { delivered, missed }: Firing): boolean {
  if (batching === 'digest') return delivered === 'held';
  return delivered === 'pending' && missed === (batching === 'summary');
}

/** The alert that a firing is of. */
export function alertIdOf(firingId: string): string {
  return firingId.split('.')[0] ?? '';
}

function isBatching(text: string): text is Batching {
  return BATCHINGS.includes(text);
}
