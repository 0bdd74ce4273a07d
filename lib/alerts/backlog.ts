import { isUndelivered } from './firing-history.ts';
import type { Firing } from './firing.ts';

/** An alert with so many undelivered firings triggers no more: nobody reads a hundred and first. */
const MAX_OF_ONE = 100;
/** From so many of all alerts on, each has room for one. The history stays below 4 MB. */
const MAX_OF_ALL = 5_000;

/** An alert's firings that were not delivered yet. */
export interface Backlog {
  /** When each was, unix milliseconds. */
  readonly times: readonly number[];
  /** Those of all alerts together are too many. */
  readonly isCrowded: boolean;
}

export const NO_BACKLOG: Backlog = { times: [], isCrowded: false };

/** The backlogs of a history, by alert id; alerts without one are left out. */
export function backlogsOf(history: readonly Firing[]): ReadonlyMap<string, Backlog> {
  const known = backlogs.get(history);
  if (known) return known;
  const undelivered = history.filter(isUndelivered);
  const isCrowded = undelivered.length >= MAX_OF_ALL;
  const byAlert = Map.groupBy(undelivered, ({ alertId }) => alertId);
  const found = new Map(
    [...byAlert].map(([id, firings]) => [id, { times: firings.map(({ at }) => at), isCrowded }]),
  );
  backlogs.set(history, found);
  return found;
}

// A history is never changed in place, and each price asks again.
const backlogs = new WeakMap<readonly Firing[], ReadonlyMap<string, Backlog>>();

/**
 * Why an alert may add nothing to its backlog, as a sentence for the user; `null`: it may.
 *
 * @param since unix milliseconds; what the alert found before does not count
 */
export function backlogProblem({ times, isCrowded }: Backlog, since: number): string | null {
  const count = times.filter((at) => at >= since).length;
  if (count >= MAX_OF_ONE) {
    return `It triggered ${MAX_OF_ONE} times while its notifications were waiting. ${ADVICE}`;
  }
  return isCrowded && count > 0
    ? `It triggered again while thousands of notifications were waiting. ${ADVICE}`
    : null;
}

const ADVICE = 'Reactivate it, perhaps with a longer cooldown or a wider reset distance.';
