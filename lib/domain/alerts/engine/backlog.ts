import type { UnixMilliseconds } from '../../../base/units.ts';
import { isUndelivered, type Firing } from '../model/firing.ts';
import type { SuspensionReason } from '../model/state.ts';

/** An alert with this many undelivered firings is auto-paused: nobody reads more than that. */
const MAX_PER_ALERT = 100;
/** From this total on, each alert may have only one. This keeps the history below 4 MB. */
const MAX_TOTAL = 5_000;

export interface Backlog {
  readonly times: readonly UnixMilliseconds[];
  readonly isCrowded: boolean;
}

export const NO_BACKLOG: Backlog = { times: [], isCrowded: false };

export function addToBacklog(
  stored: Backlog | undefined,
  alertId: string,
  newFirings: readonly Firing[],
): Backlog {
  const backlog = stored ?? NO_BACKLOG;
  // Almost always empty.
  if (newFirings.length === 0) return backlog;
  const own = newFirings.filter((firing) => firing.alertId === alertId && isUndelivered(firing));
  return { ...backlog, times: [...backlog.times, ...own.map(({ at }) => at)] };
}

/** Each alert's backlog, by alert id; missing if empty. */
export function backlogsOf(history: readonly Firing[]): ReadonlyMap<string, Backlog> {
  const cached = backlogs.get(history);
  if (cached) return cached;
  const undelivered = history.filter(isUndelivered);
  const isCrowded = undelivered.length >= MAX_TOTAL;
  const byAlert = Map.groupBy(undelivered, ({ alertId }) => alertId);
  const result = new Map(
    [...byAlert].map(([id, firings]) => [id, { times: firings.map(({ at }) => at), isCrowded }]),
  );
  backlogs.set(history, result);
  return result;
}

// A history is never mutated, so caching saves work for every price.
const backlogs = new WeakMap<readonly Firing[], ReadonlyMap<string, Backlog>>();

/** Why an alert may not add to its backlog. @param since earlier firings do not count */
export function backlogProblem(
  { times, isCrowded }: Backlog,
  since: UnixMilliseconds,
): SuspensionReason | null {
  const count = times.filter((at) => at >= since).length;
  if (count >= MAX_PER_ALERT) return 'undelivered';
  return isCrowded && count > 0 ? 'crowded' : null;
}
