import { filterKeys } from '../../base/filter-keys.ts';
import { ANY_SERVICE, requestBudgets } from '../values/connection.ts';
import type { RequestBudget, RequestBudgets } from '../../domain/connection/state.ts';
import { isPausedAt } from '../../domain/connection/pause.ts';
import { withLock } from '../lock.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

/** Protects all budgets. */
export const BUDGET_LOCK = 'requests';

/** How long a request counts, in milliseconds. */
export const WINDOW_MS = 10_500;

/**
 * Hosts limit their callers, whatever the path or token, so services on one host share a budget.
 */
export function budgetKey(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

/** A budget with times converted to the current local clock. */
export interface CurrentBudget extends RequestBudget, CurrentBudgets {
  key: string;
}

interface CurrentBudgets {
  budgets: RequestBudgets;
  now: UnixMilliseconds;
  /** Clock steps applied to the stored times, in milliseconds. */
  appliedStepMs: number;
}

const UNUSED: RequestBudget = { sentAt: [], pausedUntil: 0 };

// If storage is full, this worker counts in memory.
let unstored: RequestBudgets | undefined;

// Clock steps since the budget was stored, in milliseconds.
let pendingStepMs = 0;
let checkClock = (): void => {};

/**
 * Sets the function that every read calls first, so that no read uses an uncorrected clock. The
 * function reports a step with `followClockStep`.
 */
export function watchClock(check: () => void): void {
  checkClock = check;
}

/**
 * Moves the stored times along with a step of the local clock. Takes effect at once; resolves when
 * stored.
 *
 * Sleep looks like a step forward on Linux and macOS, so a pause continues when the computer wakes.
 * A step forward without a worker ends a pause early.
 *
 * @param stepMs how far the clock was stepped, in milliseconds
 */
export async function followClockStep(stepMs: number): Promise<void> {
  pendingStepMs += stepMs;
  await withLock(BUDGET_LOCK, async () => storeAll(await readAll()));
}

/** Call this under `BUDGET_LOCK`, so that stored times and steps match. */
export async function readBudget(key: string): Promise<CurrentBudget> {
  const all = await readAll();
  return { ...(all.budgets[key] ?? all.budgets[ANY_SERVICE] ?? UNUSED), ...all, key };
}

/** Call this under the same lock as the read. */
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

/** Call this under `BUDGET_LOCK`. */
export async function dropBudgets(isDropped: (key: string) => boolean): Promise<void> {
  const all = await readAll();
  const budgets = filterKeys(all.budgets, (key) => !isDropped(key));
  if (budgets !== all.budgets) await storeAll({ ...all, budgets });
}

async function readAll(): Promise<CurrentBudgets> {
  const stored = unstored ?? (await requestBudgets.getValue());
  // No `await` from here on: the current time must match the steps noticed so far.
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
  // The clock may have been stepped again.
  pendingStepMs -= appliedStepMs;
}

/** A future time was stored before the clock was set back. If it is close, it counts as now. */
export function recentAt(
  now: UnixMilliseconds,
  sentAt: readonly UnixMilliseconds[],
): UnixMilliseconds[] {
  return sentAt.filter((at) => Math.abs(now - at) < WINDOW_MS).map((at) => Math.min(at, now));
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
