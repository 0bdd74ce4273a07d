import { RequestPausedError } from '../../domain/connection/request-paused.ts';
import { delay } from '../../base/http/delay.ts';
import type { Refusal } from '../../price-service/index.ts';
import { withLock } from '../lock.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import {
  BUDGET_LOCK,
  budgetKey,
  dropBudgets,
  isPausedAt,
  LONGEST_PAUSE_MS,
  readBudget,
  recentAt,
  storeBudget,
  WINDOW_MS,
  type CurrentBudget,
} from './stored-budget.ts';

// The public service allows 10 requests in 10 s. It counts requests when they arrive, we count them
// when they leave, so we need margins. Also, Chromium repeats a GET request up to twice by itself
// when a reused connection breaks.
/** The most requests in `WINDOW_MS`. */
export const MAX_REQUESTS = 10 - 2;

// The pause after a 429 without `Retry-After`: as long as the public service's penalty.
const PENALTY_MS = 60_000;
const SHORTEST_PAUSE_MS = 1_000;

/** When a request that can wait may be sent, so that price requests never have to wait for it. */
export interface Spare {
  /** Sent only if at most this many requests were sent in the last 10 s. */
  sentAtMost: number;
  /** Sent only this many milliseconds after the last request of any kind. */
  pauseMs: number;
}

/** All of the limit, for requests that bring prices. */
export const ALL: Spare = { sentAtMost: MAX_REQUESTS - 1, pauseMs: 0 };

/**
 * Waits until one more request is within the limit of the service with this base URL, and counts it. The count is stored
 * and only changes under a lock, so that a restarted worker or a second page cannot exceed the
 * limit.
 *
 * @throws RequestPausedError during a pause; the signal's reason if it aborts
 */
export async function takeRequest(baseUrl: string, signal?: AbortSignal): Promise<void> {
  const key = budgetKey(baseUrl);
  await waitForTurn(key, ALL, signal);
}

/**
 * Like `takeRequest`, for a request that can wait. It leaves most of the limit to others.
 *
 * @throws RequestPausedError during a pause; the signal's reason if it aborts
 */
export async function takeSpareRequest(
  baseUrl: string,
  spare: Spare,
  signal?: AbortSignal,
): Promise<void> {
  await waitForTurn(budgetKey(baseUrl), spare, signal);
}

/**
 * Returns how many milliseconds a request that can wait would have to wait now.
 *
 * @throws RequestPausedError during a pause
 */
export async function spareDelayMs(baseUrl: string, spare: Spare): Promise<number> {
  const key = budgetKey(baseUrl);
  return delayMs(await withLock(BUDGET_LOCK, () => readUnpaused(key)), spare);
}

/** Counts a request that the browser may have repeated by itself. Does not wait: it is sent. */
export async function countRepeat(baseUrl: string): Promise<void> {
  const key = budgetKey(baseUrl);
  await withLock(BUDGET_LOCK, async () => countRequest(await readBudget(key)));
}

async function waitForTurn(
  key: string,
  spare: Spare,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const waitMs = await withLock(BUDGET_LOCK, () => tryToCount(key, spare, signal));
    if (waitMs === 0) return;
    await delay(waitMs, signal);
  }
}

async function tryToCount(
  key: string,
  spare: Spare,
  signal: AbortSignal | undefined,
): Promise<number> {
  const budget = await readUnpaused(key);
  // A request that was aborted in the meantime is not sent and must not count.
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
 * Stores the pause that an error answer requests: after 429 `Retry-After` or 60 s, after any other
 * status `Retry-After`. Every client of a configured service calls this.
 */
export async function keepPauseAskedFor(baseUrl: string, refusal: Refusal): Promise<void> {
  const pauseMs = requestedPauseMs(refusal);
  if (pauseMs > 0) await extendPause(baseUrl, (now) => now + pauseMs);
}

function requestedPauseMs({ status, retryAfterMs }: Refusal): number {
  const askedMs = retryAfterMs ?? 0;
  if (status !== 429) return Math.min(askedMs, LONGEST_PAUSE_MS);
  return Math.min(Math.max(retryAfterMs ?? PENALTY_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}

/** Returns the pause that made a call fail, or the current pause; `null` if there is none. */
export async function findPause(
  baseUrl: string,
  error: unknown,
): Promise<RequestPausedError | null> {
  if (error instanceof RequestPausedError) return error;
  const until = await pauseEndsAt(baseUrl);
  return until === null ? null : new RequestPausedError(until);
}

/** Returns when the current pause ends; `null` if there is none. */
export async function pauseEndsAt(baseUrl: string): Promise<UnixMilliseconds | null> {
  const key = budgetKey(baseUrl);
  const { now, pausedUntil } = await withLock(BUDGET_LOCK, () => readBudget(key));
  return isPausedAt(now, pausedUntil) ? pausedUntil : null;
}

/** Pauses all requests to a service until `until`, or until a longer current pause ends. */
export async function pauseRequests(baseUrl: string, until: UnixMilliseconds): Promise<void> {
  await extendPause(baseUrl, () => until);
}

async function extendPause(
  baseUrl: string,
  untilOf: (now: UnixMilliseconds) => UnixMilliseconds,
): Promise<void> {
  const key = budgetKey(baseUrl);
  await withLock(BUDGET_LOCK, async () => {
    const budget = await readBudget(key);
    const { now, pausedUntil } = budget;
    const until = untilOf(now);
    const isLonger = isPausedAt(now, pausedUntil) && pausedUntil > until;
    if (!isLonger) await storeBudget({ ...budget, pausedUntil: until });
  });
}

/** Drops the counts and the pauses of all other services: they are not on the list any more. */
export async function keepBudgetsOf(baseUrls: readonly string[]): Promise<void> {
  const keys = new Set(baseUrls.map(budgetKey));
  await withLock(BUDGET_LOCK, () => dropBudgets((key) => !keys.has(key)));
}
