import type { UnixMilliseconds } from '../../base/units.ts';
import type { Refusal } from '../../price-service/index.ts';

// Used after a 429 without `Retry-After`: the public service's penalty.
const PENALTY_MS = 60_000;
const SHORTEST_PAUSE_MS = 1_000;

// A longer `Retry-After` is treated as the service's mistake.
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1_000;

/**
 * In milliseconds: after a 429, `Retry-After` or else 60 s; after any other status, `Retry-After`.
 */
export function requestedPauseMs({ status, retryAfterMs }: Refusal): number {
  if (status !== 429) return Math.min(retryAfterMs ?? 0, LONGEST_PAUSE_MS);
  return Math.min(Math.max(retryAfterMs ?? PENALTY_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}

/**
 * Ignores a pause that ends later than possible: the clock was set back, or the stored value is
 * bad.
 */
export function isPausedAt(now: UnixMilliseconds, until: UnixMilliseconds): boolean {
  return now < until && until <= now + LONGEST_PAUSE_MS;
}
