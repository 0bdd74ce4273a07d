import { pause } from '../tools/until.ts';
import { ON_ITS_WAY_MS } from './request-checks.ts';
import { timeUntil } from './recoveries.ts';
import { pressRefresh, type Run } from './run.ts';

// The rate limit may delay a request by this long.
const ASKED_WITHIN_MS = 12_000;

// With at most this many recent requests, the rate limit does not delay the next ones.
const FEW_REQUESTS = 3;
const LIMIT_WINDOW_MS = 10_500;

/** Waits until the rate limit would not delay requests that break a pause. */
export async function awaitRoom({ service }: Run): Promise<void> {
  await timeUntil(Date.now(), LIMIT_WINDOW_MS + ASKED_WITHIN_MS, () => {
    const recent = service.requests().filter(({ at }) => Date.now() - at < LIMIT_WINDOW_MS);
    return recent.length <= FEW_REQUESTS;
  });
}

/**
 * Waits until the service asks for a pause; then the user tries to get prices anyway.
 *
 * @returns when the service asked, unix milliseconds
 */
export async function tryPause(run: Run): Promise<number> {
  const { troubles } = run;
  await timeUntil(Date.now(), ASKED_WITHIN_MS, () => troubles.pauseAskedAt() ?? false);
  const askedAt = troubles.pauseAskedAt();
  if (askedAt === null) return Date.now();
  await pause(Math.max(0, askedAt + ON_ITS_WAY_MS - Date.now()));
  await seekPrices(run);
  return askedAt;
}

/** Presses Refresh and changes the watchlist: the second needs a request even if one hangs. */
export async function seekPrices(run: Run): Promise<void> {
  await pressRefresh(run);
  await run.driver.write('local', run.settings.toggleFeed());
}
