import { WINDOW_MS } from '../../../lib/storage/requests/stored-budget.ts';
import { MAX_REQUESTS } from '../../../lib/storage/requests/request-budget.ts';
import type { Change } from '../recording.ts';
import { awayTimes, type Spell } from './health.ts';
import type { ServiceLog } from './observations.ts';

/**
 * How long the rate limits forbid every request to all working services, in milliseconds from the
 * beginning of the spell. While no service worked, each was tried as often as allowed.
 */
export function heldBackMs(
  { from, to }: Spell,
  services: readonly ServiceLog[],
  changes: readonly Change[],
): number {
  const working = services.filter((service) =>
    awayTimes(service).every((away) => away.from > from || away.to <= from),
  );
  const delays = working.map(({ origin }) => {
    const freeAt = changes
      .filter(({ key, at }) => key === 'requestBudget' && at > from - WINDOW_MS && at <= to)
      .map(({ at, value }) => at + remainingMs(value, origin));
    return Math.max(0, ...freeAt.map((at) => Math.min(at, to) - from));
  });
  return working.length === 0 ? 0 : Math.min(...delays);
}

/** Whether the rate limit of a service was spent, as stored last before a time. */
export function isSpentAt(at: number, origin: string, changes: readonly Change[]): boolean {
  const last = changes.findLast((change) => change.key === 'requestBudget' && change.at <= at);
  return remainingMs(last?.value, origin) > 0;
}

/** How long after the last counted request the limit forbids the next one, milliseconds. */
function remainingMs(stored: unknown, origin: string): number {
  const budgets = (stored as { value?: Record<string, { sentAt: number[] }> } | null)?.value ?? {};
  const sentAt = budgets[origin]?.sentAt ?? [];
  const [oldest, newest] = [sentAt.at(-MAX_REQUESTS), sentAt.at(-1)];
  return oldest === undefined || newest === undefined ? 0 : oldest + WINDOW_MS - newest;
}
