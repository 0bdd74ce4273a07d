import type { Refusal } from '../price-service/index.ts';
import { requestBudget, type RequestBudget } from '../storage/connection.ts';
import { withLock } from '../storage/stored-item.ts';

// The public service allows 10 requests in 10 s. It counts requests when they arrive, we count them
// when they leave, so we need margins. Also, Chromium repeats a GET request up to twice by itself
// when a reused connection breaks.
/** The most requests in `WINDOW_MS`. */
export const MAX_REQUESTS = 10 - 2;
const WINDOW_MS = 10_500;

// The pause after a 429 without `Retry-After`: as long as the public service's penalty.
const PENALTY_MS = 60_000;
const SHORTEST_PAUSE_MS = 1_000;

// A longer `Retry-After` is treated as a mistake of the service.
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1_000;

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
  /** Unix milliseconds. */
  readonly until: number;
  constructor(until: number) {
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
  return delayMs(await readBudget(), spare);
}

/** Counts a request that the browser may have repeated by itself. Does not wait: it is sent. */
export async function countRepeat(): Promise<void> {
  await withLock('requests', async () => {
    const { sentAt, pausedUntil } = await loadBudget();
    const now = Date.now();
    await storeBudget({ sentAt: [...recentAt(now, sentAt), now], pausedUntil });
  });
}

async function waitForTurn(spare: Spare, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const waitMs = await withLock('requests', () => tryToCount(spare, signal));
    if (waitMs === 0) return;
    await sleep(waitMs, signal);
  }
}

async function tryToCount(spare: Spare, signal: AbortSignal | undefined): Promise<number> {
  const budget = await readBudget();
  // A request that was aborted in the meantime is not sent and must not count.
  signal?.throwIfAborted();
  const waitMs = delayMs(budget, spare);
  if (waitMs > 0) return waitMs;
  const { recent, now, pausedUntil } = budget;
  await storeBudget({ sentAt: [...recent, now], pausedUntil });
  return 0;
}

interface Budget {
  now: number;
  pausedUntil: number;
  /** Unix milliseconds of the requests that count, oldest first. */
  recent: number[];
}

async function readBudget(): Promise<Budget> {
  const now = Date.now();
  const { sentAt, pausedUntil } = await loadBudget();
  if (isPausedAt(now, pausedUntil)) throw new RequestPausedError(pausedUntil);
  return { now, pausedUntil, recent: recentAt(now, sentAt) };
}

/** A time in the future is from before the clock was set back. If it is close, count it as now. */
function recentAt(now: number, sentAt: readonly number[]): number[] {
  return sentAt.filter((at) => Math.abs(now - at) < WINDOW_MS).map((at) => Math.min(at, now));
}

/** A pause that ends later than possible is ignored: the clock was set back or the value is bad. */
function isPausedAt(now: number, until: number): boolean {
  return now < until && until <= now + LONGEST_PAUSE_MS;
}

function delayMs({ now, recent }: Budget, { sentAtMost, pauseMs }: Spare): number {
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
  if (pauseMs > 0) await pauseRequests(Date.now() + pauseMs);
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

/** Returns when the current pause ends, in unix milliseconds; `null` if there is none. */
export async function pauseEndsAt(): Promise<number | null> {
  const budget = await loadBudget();
  return isPausedAt(Date.now(), budget.pausedUntil) ? budget.pausedUntil : null;
}

/** Pauses all requests until `until` (unix milliseconds), or until a longer current pause ends. */
export async function pauseRequests(until: number): Promise<void> {
  await withLock('requests', async () => {
    const budget = await loadBudget();
    const isLonger = isPausedAt(Date.now(), budget.pausedUntil) && budget.pausedUntil > until;
    if (!isLonger) await storeBudget({ ...budget, pausedUntil: until });
  });
}

/**
 * Moves the stored times along with a step of the local clock: sent requests stay as long ago as they
 * were, and a pause keeps what is left of it. Call it before the budget is used with the new time.
 *
 * During sleep the monotonic clock stands still on Linux and macOS, which looks like a step forward:
 * the rest of a pause then begins when the computer wakes.
 *
 * @param stepMs how far the clock was stepped, in milliseconds
 */
export async function followClockStep(stepMs: number): Promise<void> {
  await withLock('requests', async () => {
    const { sentAt, pausedUntil } = await loadBudget();
    const before = Date.now() - stepMs;
    await storeBudget({
      sentAt: recentAt(before, sentAt).map((at) => at + stepMs),
      pausedUntil: isPausedAt(before, pausedUntil) ? pausedUntil + stepMs : 0,
    });
  });
}

/** Resets the count and the pause after a change of service: the limits apply per service. */
export async function forgetRequests(): Promise<void> {
  await withLock('requests', () => storeBudget(requestBudget.fallback));
}

// If storage is full, this worker counts in memory, so that prices continue and the limit holds.
let unstored: RequestBudget | undefined;

async function loadBudget(): Promise<RequestBudget> {
  return unstored ?? requestBudget.getValue();
}

async function storeBudget(budget: RequestBudget): Promise<void> {
  try {
    await requestBudget.setValue(budget);
    unstored = undefined;
  } catch {
    unstored = budget;
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
