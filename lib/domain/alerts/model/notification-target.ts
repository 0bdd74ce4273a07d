import type { FeedId } from '../../../base/units.ts';
import type { Firing } from './firing.ts';

/** How firings share a notification: not at all, at the same time, or after quiet hours or absence. */
export type Batching = (typeof BATCHINGS)[number];

export interface Batch {
  batching: Batching;
  firings: Firing[];
}

const BATCHINGS = ['notification', 'merged', 'digest', 'summary'] as const;
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
    .filter((firing) => isLate(firing) === (batching === 'summary'));
}

/** Found after an absence, so it belongs in the summary. */
export function isLate({ missed, away }: Firing): boolean {
  return missed || away !== undefined;
}

export function alertIdOf(firingId: string): string {
  return firingId.split('.')[0] ?? '';
}

function isBatching(text: string): text is Batching {
  return (BATCHINGS as readonly string[]).includes(text);
}
