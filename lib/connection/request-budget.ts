import type { Refusal } from '../price-service/index.ts';
import { requestBudget, type RequestBudget } from '../storage/connection.ts';
import { withLock } from '../storage/stored-item.ts';

// The public service allows 10 requests in 10 s. It counts arrivals, we count departures, hence the
// margins: Chromium by itself sends a GET up to twice more when kept connections break.
/** So many are sent in `WINDOW_MS`. */
export const MAX_REQUESTS = 10 - 2;
const WINDOW_MS = 10_500;

// As long as the public service's penalty lasts, for one that does not say.
const PENALTY_MS = 60_000;
const SHORTEST_PAUSE_MS = 1_000;

// No service is believed that asks for more (`Retry-After`).
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1_000;

/** How much of the limit a request that can wait may use, so that prices never wait for it. */
export interface Spare {
  /** It is sent only if so many requests at most were sent in the last 10 s. */
  sentAtMost: number;
  /** And only so long after the last request of any kind. */
  pauseMs: number;
}

/** Thrown instead of sending a request while the service's penalty lasts. */
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
 * Waits until one more request keeps the service's limit, and counts it. The count is kept in
 * storage under a lock, so that neither a restarted worker nor a second page exceeds it.
 *
 * @throws RequestPausedError while a penalty lasts; the signal's reason when it is aborted
 */
export async function takeRequest(signal?: AbortSignal): Promise<void> {
  await take({ sentAtMost: MAX_REQUESTS - 1, pauseMs: 0 }, signal);
}

/** The same for a request that can wait: it leaves most of the limit to others. */
export async function takeSpareRequest(spare: Spare, signal?: AbortSignal): Promise<void> {
  await take(spare, signal);
}

/**
 * How long (milliseconds) a request that can wait would have to, as things stand; 0: not at all.
 *
 * @throws RequestPausedError while a penalty lasts
 */
export async function spareDelayMs(spare: Spare): Promise<number> {
  return delayMs(await readBudget(), spare);
}

/** Counts one that the browser may have sent again by itself. It is not waited for: it is gone. */
export async function countRepeat(): Promise<void> {
  await withLock('requests', async () => {
    const { sentAt, pausedUntil } = await knownBudget();
    const now = Date.now();
    await keepBudget({ sentAt: [...recentAt(now, sentAt), now], pausedUntil });
  });
}

async function take(spare: Spare, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const waitMs = await withLock('requests', () => tryToTake(spare, signal));
    if (waitMs === 0) return;
    await sleep(waitMs, signal);
  }
}

async function tryToTake(spare: Spare, signal: AbortSignal | undefined): Promise<number> {
  const budget = await readBudget();
  // One that was given up meanwhile is not sent, and does not count.
  signal?.throwIfAborted();
  const waitMs = delayMs(budget, spare);
  if (waitMs > 0) return waitMs;
  const { recent, now, pausedUntil } = budget;
  await keepBudget({ sentAt: [...recent, now], pausedUntil });
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
  const { sentAt, pausedUntil } = await knownBudget();
  if (isPauseAt(now, pausedUntil)) throw new RequestPausedError(pausedUntil);
  return { now, pausedUntil, recent: recentAt(now, sentAt) };
}

/** A moment in the future is left over from before a clock change: a small one was just now. */
function recentAt(now: number, sentAt: readonly number[]): number[] {
  return sentAt.filter((at) => Math.abs(now - at) < WINDOW_MS).map((at) => Math.min(at, now));
}

/** One that ends later was never set: the clock was put back, or the value was damaged. */
function isPauseAt(now: number, until: number): boolean {
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
 * Keeps the pause that a refusal asks for: after 429 as long as `Retry-After` or 60 s, after any
 * other status as long as `Retry-After`. Every client of the followed service reports to it.
 */
export async function keepPauseAskedFor(refusal: Refusal): Promise<void> {
  const pauseMs = pauseAskedForMs(refusal);
  if (pauseMs > 0) await pauseRequests(Date.now() + pauseMs);
}

function pauseAskedForMs({ status, retryAfterMs }: Refusal): number {
  const askedMs = retryAfterMs ?? 0;
  if (status !== 429) return Math.min(askedMs, LONGEST_PAUSE_MS);
  return Math.min(Math.max(retryAfterMs ?? PENALTY_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}

/** The pause that a failed call ran into, or that lasts now; `null`: there is none. */
export async function findPause(error: unknown): Promise<RequestPausedError | null> {
  if (error instanceof RequestPausedError) return error;
  const until = await pauseEndsAt();
  return until === null ? null : new RequestPausedError(until);
}

/** When the pause that the service asked for is over, unix milliseconds; `null`: there is none. */
export async function pauseEndsAt(): Promise<number | null> {
  const budget = await knownBudget();
  return isPauseAt(Date.now(), budget.pausedUntil) ? budget.pausedUntil : null;
}

/** No request before `until` (unix milliseconds). */
export async function pauseRequests(until: number): Promise<void> {
  await withLock('requests', async () => {
    const budget = await knownBudget();
    const isLonger = isPauseAt(Date.now(), budget.pausedUntil) && budget.pausedUntil > until;
    if (!isLonger) await keepBudget({ ...budget, pausedUntil: until });
  });
}

/**
 * The local clock was stepped by so many milliseconds: what was sent stays as long ago as it was, and
 * a pause lasts as much longer as it did. To be called before the budget is used by the new time.
 *
 * After a sleep the monotonic clock stood still on Linux and macOS, which looks like a step ahead:
 * what is left of a pause then begins when the computer wakes.
 */
export async function followClockStep(stepMs: number): Promise<void> {
  await withLock('requests', async () => {
    const { sentAt, pausedUntil } = await knownBudget();
    const before = Date.now() - stepMs;
    await keepBudget({
      sentAt: recentAt(before, sentAt).map((at) => at + stepMs),
      pausedUntil: isPauseAt(before, pausedUntil) ? pausedUntil + stepMs : 0,
    });
  });
}

/** Forgets the count: what was sent to another service is not this one's concern. */
export async function forgetRequests(): Promise<void> {
  await withLock('requests', () => keepBudget(requestBudget.fallback));
}

// A full storage stops no prices and breaks no limit: this worker then counts for itself.
let unstored: RequestBudget | undefined;

async function knownBudget(): Promise<RequestBudget> {
  return unstored ?? requestBudget.getValue();
}

async function keepBudget(budget: RequestBudget): Promise<void> {
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
