import { requestBudget } from '../storage/connection.ts';
import { withLock } from '../stored-item.ts';

// The public service allows 10 requests in 10 s. It counts arrivals, we count departures, hence
// the margin.
const MAX_REQUESTS = 10;
const WINDOW_MS = 10_500;

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
  for (;;) {
    signal?.throwIfAborted();
    const waitMs = await withLock('requests', tryToTake);
    if (waitMs === 0) return;
    await sleep(waitMs, signal);
  }
}

async function tryToTake(): Promise<number> {
  const now = Date.now();
  const { sentAt, pausedUntil } = await requestBudget.getValue();
  if (now < pausedUntil) throw new RequestPausedError(pausedUntil);
  // A moment in the future is left over from before a clock change.
  const recent = sentAt.filter((at) => at <= now && at > now - WINDOW_MS);
  const oldest = recent[recent.length - MAX_REQUESTS];
  if (oldest !== undefined) return oldest + WINDOW_MS - now;
  await requestBudget.setValue({ sentAt: [...recent, now], pausedUntil });
  return 0;
}

/** After a 429: no request before `until` (unix milliseconds). */
export async function pauseRequests(until: number): Promise<void> {
  await withLock('requests', async () => {
    const budget = await requestBudget.getValue();
    await requestBudget.setValue({ ...budget, pausedUntil: Math.max(budget.pausedUntil, until) });
  });
}

/** Lifts a penalty: the settings changed, so it may no longer hold. */
export async function resumeRequests(): Promise<void> {
  await withLock('requests', async () => {
    const budget = await requestBudget.getValue();
    if (budget.pausedUntil > 0) await requestBudget.setValue({ ...budget, pausedUntil: 0 });
  });
}

/** Forgets the count: what was sent to another service is not this one's concern. */
export async function forgetRequests(): Promise<void> {
  await withLock('requests', () => requestBudget.setValue(requestBudget.fallback));
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
