import { delay } from '../price-service/delay.ts';
import type { Refusal } from '../price-service/index.ts';
import { withLock } from '../storage/stored-item.ts';
import type { UnixMilliseconds } from '../units.ts';
import {
  BUDGET_LOCK,
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

/** Thrown instead of sending a request while the service's rate limit applies. */
export class RequestPausedError extends Error {
  override name = 'RequestPausedError' as const;
  readonly until: UnixMilliseconds;
  constructor(until: UnixMilliseconds) {
    super('The service asked for a pause.');
    this.until = until;
  }
}

/**
 * Waits until one more request is within the service's limit, and counts it. The count is stored
 * and only changes under a lock, so that a restarted worker or a second page cannot exceed the
 * limit.
 *
 * @throws RequestPausedError during a pause; the signal's reason if it aborts
 */
export async function takeRequest(signal?: AbortSignal): Promise<void> {
  await waitForTurn({ sentAtMost: MAX_REQUESTS - 1, pauseMs: 0 }, signal);
}

/**
 * Like `takeRequest`, for a request that can wait. It leaves most of the limit to others.
 *
 * @throws RequestPausedError during a pause; the signal's reason if it aborts
 */
export async function takeSpareRequest(spare: Spare, signal?: AbortSignal): Promise<void> {
  await waitForTurn(spare, signal);
}

/**
 * Returns how many milliseconds a request that can wait would have to wait now.
 *
 * @throws RequestPausedError during a pause
 */
export async function spareDelayMs(spare: Spare): Promise<number> {
  return delayMs(await withLock(BUDGET_LOCK, readUnpaused), spare);
}

/** Counts a request that the browser may have repeated by itself. Does not wait: it is sent. */
export async function countRepeat(): Promise<void> {
  await withLock(BUDGET_LOCK, async () => countRequest(await readBudget()));
}

async function waitForTurn(spare: Spare, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const waitMs = await withLock(BUDGET_LOCK, () => tryToCount(spare, signal));
    if (waitMs === 0) return;
    await delay(waitMs, signal);
  }
}

async function tryToCount(spare: Spare, signal: AbortSignal | undefined): Promise<number> {
  const budget = await readUnpaused();
  // A request that was aborted in the meantime is not sent and must not count.
  signal?.throwIfAborted();
  const waitMs = delayMs(budget, spare);
  if (waitMs > 0) return waitMs;
  await countRequest(budget);
  return 0;
}

/** @throws RequestPausedError during a pause */
async function readUnpaused(): Promise<CurrentBudget> {
  const budget = await readBudget();
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
 * status `Retry-After`. Every client of the configured service calls this.
 */
export async function keepPauseAskedFor(refusal: Refusal): Promise<void> {
  const pauseMs = requestedPauseMs(refusal);
  if (pauseMs > 0) await extendPause((now) => now + pauseMs);
}

function requestedPauseMs({ status, retryAfterMs }: Refusal): number {
  const askedMs = retryAfterMs ?? 0;
  if (status !== 429) return Math.min(askedMs, LONGEST_PAUSE_MS);
  return Math.min(Math.max(retryAfterMs ?? PENALTY_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}

/** Returns the pause that made a call fail, or the current pause; `null` if there is none. */
export async function findPause(error: unknown): Promise<RequestPausedError | null> {
  if (error instanceof RequestPausedError) return error;
  const until = await pauseEndsAt();
  return until === null ? null : new RequestPausedError(until);
}

/** Returns when the current pause ends; `null` if there is none. */
export async function pauseEndsAt(): Promise<UnixMilliseconds | null> {
  const { now, pausedUntil } = await withLock(BUDGET_LOCK, readBudget);
  return isPausedAt(now, pausedUntil) ? pausedUntil : null;
}

/** Pauses all requests until `until`, or until a longer current pause ends. */
export async function pauseRequests(until: UnixMilliseconds): Promise<void> {
  await extendPause(() => until);
}

async function extendPause(untilOf: (now: UnixMilliseconds) => UnixMilliseconds): Promise<void> {
  await withLock(BUDGET_LOCK, async () => {
    const budget = await readBudget();
    const { now, pausedUntil } = budget;
    const until = untilOf(now);
    const isLonger = isPausedAt(now, pausedUntil) && pausedUntil > until;
    if (!isLonger) await storeBudget({ ...budget, pausedUntil: until });
  });
}

/** Resets the count and the pause after a change of service: the limits apply per service. */
export async function forgetRequests(): Promise<void> {
  await withLock(BUDGET_LOCK, async () =>
    storeBudget({ ...(await readBudget()), sentAt: [], pausedUntil: 0 }),
  );
}
