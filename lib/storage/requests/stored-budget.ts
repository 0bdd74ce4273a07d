import { ANY_SERVICE, requestBudgets } from '../values/connection.ts';
import type { RequestBudget, RequestBudgets } from '../../domain/connection/state.ts';
import { withLock } from '../lock.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

/** The lock that protects all budgets. */
export const BUDGET_LOCK = 'requests';

/** How long a request counts, in milliseconds. */
export const WINDOW_MS = 10_500;

// A longer `Retry-After` is treated as a mistake of the service.
export const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1_000;

/** Services on one host share a budget: hosts limit their callers, whatever the path or the token. */
export function budgetKey(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

/** The budget of one service, with its times converted to the local clock as it is now. */
export interface CurrentBudget extends RequestBudget, CurrentBudgets {
  key: string;
}

/** The budgets of all services, with their times converted in the same way. */
interface CurrentBudgets {
  budgets: RequestBudgets;
  /** When they were read. */
  now: UnixMilliseconds;
  /** The clock steps that were applied to the stored times, in milliseconds. */
  appliedStepMs: number;
}

const UNUSED: RequestBudget = { sentAt: [], pausedUntil: 0 };

// If storage is full, this worker counts in memory, so that prices continue and the limit holds.
let unstored: RequestBudgets | undefined;

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
  await withLock(BUDGET_LOCK, async () => storeAll(await readAll()));
}

/** Reads a service's budget. Call it under `BUDGET_LOCK`: the stored times and the steps match. */
export async function readBudget(key: string): Promise<CurrentBudget> {
  const all = await readAll();
  return { ...(all.budgets[key] ?? all.budgets[ANY_SERVICE] ?? UNUSED), ...all, key };
}

/** Stores a budget under the same lock under which it was read. */
export async function storeBudget({
  key,
  sentAt,
  pausedUntil,
  budgets,
  ...all
}: CurrentBudget): Promise<void> {
  const { [ANY_SERVICE]: _, ...others } = budgets;
  await storeAll({ ...all, budgets: { ...others, [key]: { sentAt, pausedUntil } } });
}

/** Drops budgets. Call it under `BUDGET_LOCK`. */
export async function dropBudgets(isDropped: (key: string) => boolean): Promise<void> {
  const all = await readAll();
  if (!Object.keys(all.budgets).some(isDropped)) return;
  const kept = Object.entries(all.budgets).filter(([key]) => !isDropped(key));
  await storeAll({ ...all, budgets: Object.fromEntries(kept) });
}

async function readAll(): Promise<CurrentBudgets> {
  const stored = unstored ?? (await requestBudgets.getValue());
  // No `await` from here on: the current time has to match the steps noticed so far.
  checkClock();
  const now = Date.now();
  const budgets = Object.fromEntries(
    Object.entries(stored).map(([key, budget]) => [key, afterStep(budget, pendingStepMs, now)]),
  );
  return { budgets, now, appliedStepMs: pendingStepMs };
}

async function storeAll({ budgets, appliedStepMs }: Omit<CurrentBudgets, 'now'>): Promise<void> {
  try {
    await requestBudgets.setValue(budgets);
    unstored = undefined;
  } catch {
    unstored = budgets;
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
