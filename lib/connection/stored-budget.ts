import { requestBudget, type RequestBudget } from '../storage/connection.ts';
import { withLock } from '../stored-item.ts';

/** The lock under which the budget is changed. */
export const BUDGET_LOCK = 'requests';

/** For so long a request counts. */
export const WINDOW_MS = 10_500;

// No service is believed that asks for more (`Retry-After`).
export const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1_000;

/** The budget as it stands, with its moments by the local clock as it is now. */
export interface KnownBudget extends RequestBudget {
  /** When it was read, unix milliseconds. */
  now: number;
  /** The steps of the clock by which the stored moments were shifted, milliseconds. */
  followedMs: number;
}

// A full storage stops no prices and breaks no limit: this worker then counts for itself.
let unstored: RequestBudget | undefined;

// Steps of the local clock since the budget was stored, milliseconds.
let unfollowedMs = 0;
let checkClock = (): void => {};

/**
 * Called whenever the budget is read, so that no step of the clock goes unnoticed in between; it
 * reports one through `followClockStep`.
 */
export function watchClock(check: () => void): void {
  checkClock = check;
}

/**
 * The local clock was stepped by so many milliseconds: what was sent stays as long ago as it was, and
 * a pause lasts no longer and no shorter. It holds from the call on; resolves when it is stored.
 *
 * After a sleep the monotonic clock stood still on Linux and macOS, which looks like a step ahead:
 * what is left of a pause then begins when the computer wakes. A step ahead while no worker runs
 * cannot be told from time that passed: it ends a pause early.
 */
export async function followClockStep(stepMs: number): Promise<void> {
  unfollowedMs += stepMs;
  await withLock(BUDGET_LOCK, async () => storeBudget(await readBudget()));
}

/** To be called under `BUDGET_LOCK`: what is stored and what was followed change one after the other. */
export async function readBudget(): Promise<KnownBudget> {
  const stored = unstored ?? (await requestBudget.getValue());
  // From here on in one turn: the time and the steps up to that time belong together.
  checkClock();
  const now = Date.now();
  return { ...afterStep(stored, unfollowedMs, now), now, followedMs: unfollowedMs };
}

/** Under the lock under which it was read. */
export async function storeBudget({
  sentAt,
  pausedUntil,
  followedMs,
}: Omit<KnownBudget, 'now'>): Promise<void> {
  const budget = { sentAt, pausedUntil };
  try {
    await requestBudget.setValue(budget);
    unstored = undefined;
  } catch {
    unstored = budget;
  }
  // The clock may have been stepped again meanwhile.
  unfollowedMs -= followedMs;
}

/** A moment in the future is left over from before a clock change: a small one was just now. */
export function recentAt(now: number, sentAt: readonly number[]): number[] {
  return sentAt.filter((at) => Math.abs(now - at) < WINDOW_MS).map((at) => Math.min(at, now));
}

/** One that ends later was never set: the clock was put back, or the value was damaged. */
export function isPauseAt(now: number, until: number): boolean {
  return now < until && until <= now + LONGEST_PAUSE_MS;
}

function afterStep({ sentAt, pausedUntil }: RequestBudget, stepMs: number, now: number) {
  if (stepMs === 0) return { sentAt, pausedUntil };
  const before = now - stepMs;
  return {
    sentAt: recentAt(before, sentAt).map((at) => at + stepMs),
    pausedUntil: isPauseAt(before, pausedUntil) ? pausedUntil + stepMs : 0,
  };
}
