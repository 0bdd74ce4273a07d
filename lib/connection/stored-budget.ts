import { requestBudget, type RequestBudget } from '../storage/connection.ts';
import { withLock } from '../storage/stored-item.ts';
import type { UnixMilliseconds } from '../units.ts';

/** The lock that protects the budget. */
export const BUDGET_LOCK = 'requests';

/** How long a request counts, in milliseconds. */
export const WINDOW_MS = 10_500;

// A longer `Retry-After` is treated as a mistake of the service.
export const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1_000;

/** The budget, with its times converted to the local clock as it is now. */
export interface CurrentBudget extends RequestBudget {
  /** When it was read. */
  now: UnixMilliseconds;
  /** The clock steps that were applied to the stored times, in milliseconds. */
  appliedStepMs: number;
}

// If storage is full, this worker counts in memory, so that prices continue and the limit holds.
let unstored: RequestBudget | undefined;

// Steps of the local clock since the budget was stored, in milliseconds.
let pendingStepMs = 0;
let checkClock = (): void => {};

/**
 * Sets the function that every read of the budget calls first, so that it never uses a clock whose
 * step was not noticed. It reports a step with `followClockStep`.
 */
export function watchClock(check: () => void): void {
  checkClock = check;
}

/**
 * Moves the stored times along with a step of the local clock: sent requests stay as long ago as they
 * were, and a pause keeps what is left of it. Takes effect at once; resolves when it is stored.
 *
 * During sleep the monotonic clock stands still on Linux and macOS, which looks like a step forward:
 * the rest of a pause then begins when the computer wakes. A step forward while no worker runs cannot
 * be told apart from time that passed, so it ends a pause early.
 *
 * @param stepMs how far the clock was stepped, in milliseconds
 */
export async function followClockStep(stepMs: number): Promise<void> {
  pendingStepMs += stepMs;
  await withLock(BUDGET_LOCK, async () => storeBudget(await readBudget()));
}

/** Reads the budget. Call it under `BUDGET_LOCK`: the stored times and the pending steps match. */
export async function readBudget(): Promise<CurrentBudget> {
  const stored = unstored ?? (await requestBudget.getValue());
  // No `await` from here on: the current time has to match the steps noticed so far.
  checkClock();
  const now = Date.now();
  return { ...afterStep(stored, pendingStepMs, now), now, appliedStepMs: pendingStepMs };
}

/** Stores a budget under the same lock under which it was read. */
export async function storeBudget({
  sentAt,
  pausedUntil,
  appliedStepMs,
}: Omit<CurrentBudget, 'now'>): Promise<void> {
  const budget = { sentAt, pausedUntil };
  try {
    await requestBudget.setValue(budget);
    unstored = undefined;
  } catch {
    unstored = budget;
  }
  // The clock may have been stepped again in the meantime.
  pendingStepMs -= appliedStepMs;
}

/** A time in the future is from before the clock was set back. If it is close, count it as now. */
export function recentAt(
  now: UnixMilliseconds,
  sentAt: readonly UnixMilliseconds[],
): UnixMilliseconds[] {
  return sentAt.filter((at) => Math.abs(now - at) < WINDOW_MS).map((at) => Math.min(at, now));
}

/** A pause that ends later than possible is ignored: the clock was set back or the value is bad. */
export function isPausedAt(now: UnixMilliseconds, until: UnixMilliseconds): boolean {
  return now < until && until <= now + LONGEST_PAUSE_MS;
}

function afterStep(budget: RequestBudget, stepMs: number, now: UnixMilliseconds): RequestBudget {
  if (stepMs === 0) return budget;
  const before = now - stepMs;
  const { sentAt, pausedUntil } = budget;
  return {
    sentAt: recentAt(before, sentAt).map((at) => at + stepMs),
    pausedUntil: isPausedAt(before, pausedUntil) ? pausedUntil + stepMs : 0,
  };
}
