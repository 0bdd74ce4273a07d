import type { Refusal } from '../price-service/index.ts';
import { withLock } from '../stored-item.ts';
import {
  BUDGET_LOCK,
  isPauseAt,
  LONGEST_PAUSE_MS,
  readBudget,
  recentAt,
  storeBudget,
  WINDOW_MS,
  type KnownBudget,
} from './stored-budget.ts';

// The public service allows 10 requests in 10 s. It counts arrivals, we count departures, hence the
// margins: Chromium by itself sends a GET up to twice more when kept connections break.
/** So many are sent in 10.5 s. */
export const MAX_REQUESTS = 10 - 2;

// As long as the public service's penalty lasts, for one that does not say.
const PENALTY_MS = 60_000;
const SHORTEST_PAUSE_MS = 1_000;

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
  return delayMs(await withLock(BUDGET_LOCK, readOpenBudget), spare);
}

/** Counts one that the browser may have sent again by itself. It is not waited for: it is gone. */
export async function countRepeat(): Promise<void> {
  await withLock(BUDGET_LOCK, async () => count(await readBudget()));
}

async function take(spare: Spare, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const waitMs = await withLock(BUDGET_LOCK, () => tryToTake(spare, signal));
    if (waitMs === 0) return;
    await sleep(waitMs, signal);
  }
}

async function tryToTake(spare: Spare, signal: AbortSignal | undefined): Promise<number> {
  const budget = await readOpenBudget();
  // One that was given up meanwhile is not sent, and does not count.
  signal?.throwIfAborted();
  const waitMs = delayMs(budget, spare);
  if (waitMs > 0) return waitMs;
  await count(budget);
  return 0;
}

/** @throws RequestPausedError while a penalty lasts */
async function readOpenBudget(): Promise<KnownBudget> {
  const budget = await readBudget();
  const { now, pausedUntil } = budget;
  if (isPauseAt(now, pausedUntil)) throw new RequestPausedError(pausedUntil);
  return budget;
}

async function count(budget: KnownBudget): Promise<void> {
  const { now, sentAt } = budget;
  await storeBudget({ ...budget, sentAt: [...recentAt(now, sentAt), now] });
}

function delayMs({ now, sentAt }: KnownBudget, { sentAtMost, pauseMs }: Spare): number {
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
 * Keeps the pause that a refusal asks for: after 429 as long as `Retry-After` or 60 s, after any
 * other status as long as `Retry-After`. Every client of the followed service reports to it.
 */
export async function keepPauseAskedFor(refusal: Refusal): Promise<void> {
  const pauseMs = pauseAskedForMs(refusal);
  if (pauseMs > 0) await extendPause((now) => now + pauseMs);
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
  const { now, pausedUntil } = await withLock(BUDGET_LOCK, readBudget);
  return isPauseAt(now, pausedUntil) ? pausedUntil : null;
}

/** No request before `until` (unix milliseconds). */
export async function pauseRequests(until: number): Promise<void> {
  await extendPause(() => until);
}

async function extendPause(untilOf: (now: number) => number): Promise<void> {
  await withLock(BUDGET_LOCK, async () => {
    const budget = await readBudget();
    const { now, pausedUntil } = budget;
    const until = untilOf(now);
    const isLonger = isPauseAt(now, pausedUntil) && pausedUntil > until;
    if (!isLonger) await storeBudget({ ...budget, pausedUntil: until });
  });
}

/** Forgets the count: what was sent to another service is not this one's concern. */
export async function forgetRequests(): Promise<void> {
  await withLock(BUDGET_LOCK, async () =>
    storeBudget({ ...(await readBudget()), sentAt: [], pausedUntil: 0 }),
  );
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
