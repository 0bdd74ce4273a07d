import { isPausedAt, requestedPauseMs } from '../../domain/connection/pause.ts';
import { RequestPausedError } from '../../domain/connection/state.ts';
import { delay } from '../../base/http/delay.ts';
import type { Refusal } from '../../price-service/index.ts';
import { withLock } from '../lock.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import {
  BUDGET_LOCK,
  budgetKey,
  dropBudgets,
  readBudget,
  recentAt,
  storeBudget,
  WINDOW_MS,
  type CurrentBudget,
} from './stored-budget.ts';

// The public service counts 10 requests in 10 s as they arrive, and we count them as they leave.
// Also, Chromium repeats a GET up to twice when a reused connection breaks.
/** Requests per `WINDOW_MS`. */
export const MAX_REQUESTS = 10 - 2;

/** When a request that can wait may be sent, so that price requests never wait for it. */
export interface Spare {
  /** At most this many requests were sent in the last 10 s. */
  sentAtMost: number;
  /** Milliseconds after the last request of any kind. */
  pauseMs: number;
}

/** For requests that bring prices. */
const ALL: Spare = { sentAtMost: MAX_REQUESTS - 1, pauseMs: 0 };

/**
 * Waits until one more request is within the limit, and counts it. The stored count changes only
 * under a lock, so that a restarted worker or second page cannot exceed the limit.
 * @throws RequestPausedError during a pause; the signal's reason if it aborts
 */
export async function takeRequest(
  baseUrl: string,
  signal?: AbortSignal,
  spare: Spare = ALL,
): Promise<void> {
  const key = budgetKey(baseUrl);
  for (;;) {
    signal?.throwIfAborted();
    const waitMs = await withLock(BUDGET_LOCK, () => tryToCount(key, spare, signal));
    if (waitMs === 0) return;
    await delay(waitMs, signal);
  }
}

/**
 * How many milliseconds a request that can wait would wait now.
 * @throws RequestPausedError during a pause
 */
export async function spareDelayMs(baseUrl: string, spare: Spare): Promise<number> {
  const key = budgetKey(baseUrl);
  return delayMs(await withLock(BUDGET_LOCK, () => readUnpaused(key)), spare);
}

/** Counts a request that the browser may have repeated, without waiting. */
export async function countRepeat(baseUrl: string): Promise<void> {
  const key = budgetKey(baseUrl);
  await withLock(BUDGET_LOCK, async () => countRequest(await readBudget(key)));
}

async function tryToCount(
  key: string,
  spare: Spare,
  signal: AbortSignal | undefined,
): Promise<number> {
  const budget = await readUnpaused(key);
  // A request aborted in the meantime must not count.
  signal?.throwIfAborted();
  const waitMs = delayMs(budget, spare);
  if (waitMs > 0) return waitMs;
  await countRequest(budget);
  return 0;
}

/** @throws RequestPausedError during a pause */
async function readUnpaused(key: string): Promise<CurrentBudget> {
  const budget = await readBudget(key);
  const { now, pausedUntil } = budget;
  if (isPausedAt(now, pausedUntil)) throw new RequestPausedError(pausedUntil);
  return budget;
}

async function countRequest(budget: CurrentBudget): Promise<void> {
  const { now, sentAt } = budget;
  await storeBudget({ ...budget, sentAt: [...recentAt(now, sentAt), now] });
}

function delayMs({ now, sentAt }: CurrentBudget, { sentAtMost, pauseMs }: Spare): number {
  const recent = recentAt(now, sentAt);
  const tooMany = recent[recent.length - 1 - sentAtMost];
  const last = recent.at(-1);
  return Math.max(
    0,
    tooMany === undefined ? 0 : tooMany + WINDOW_MS - now,
    last === undefined ? 0 : last + pauseMs - now,
  );
}

/**
 * Stores a requested pause. A longer current pause stays. Every client of a configured service
 * calls this.
 */
export async function keepPauseAskedFor(baseUrl: string, refusal: Refusal): Promise<void> {
  const pauseMs = requestedPauseMs(refusal);
  if (pauseMs === 0) return;
  const key = budgetKey(baseUrl);
  await withLock(BUDGET_LOCK, async () => {
    const budget = await readBudget(key);
    const { now, pausedUntil } = budget;
    const isLonger = isPausedAt(now, pausedUntil) && pausedUntil > now + pauseMs;
    if (!isLonger) await storeBudget({ ...budget, pausedUntil: now + pauseMs });
  });
}

/** The pause that made a call fail, or the current one. */
export async function findPause(
  baseUrl: string,
  error: unknown,
): Promise<RequestPausedError | null> {
  if (error instanceof RequestPausedError) return error;
  const until = await pauseEndsAt(baseUrl);
  return until === null ? null : new RequestPausedError(until);
}

/** `null` if there is none. */
export async function pauseEndsAt(baseUrl: string): Promise<UnixMilliseconds | null> {
  const key = budgetKey(baseUrl);
  const { now, pausedUntil } = await withLock(BUDGET_LOCK, () => readBudget(key));
  return isPausedAt(now, pausedUntil) ? pausedUntil : null;
}

/** Drops the counts and pauses of removed services. */
export async function keepBudgetsOf(baseUrls: readonly string[]): Promise<void> {
  const keys = new Set(baseUrls.map(budgetKey));
  await withLock(BUDGET_LOCK, () => dropBudgets((key) => !keys.has(key)));
}
