import { MAX_REQUESTS } from '../../lib/storage/requests/request-budget.ts';
import { until } from '../tools/until.ts';
import type { Driver } from './driver.ts';
import type { Recovery } from './observations.ts';
import type { SoakService } from './service.ts';
import type { View } from './views.ts';

/** How soon prices have to be live again while a page is open, milliseconds. */
export const LIVE_MS = 2_000;

/** Longer than any limit, so that the report shows how late it was. */
export const PATIENCE_MS = 25_000;

/** How soon prices have to be asked for again while no page is open, milliseconds. */
export const PRICES_MS = 35_000;

/** Waits for prices to come back, and records how long that took. */
export interface Recoveries {
  readonly all: readonly Recovery[];
  /** While a page is open: waits until prices are live again, counted from `since`. */
  live: (after: string, since: number, limitMs: number) => Promise<void>;
  /**
   * While a page is open: waits until a view after `since` shows this. Returns how long that took,
   * without the delay of the rate limit, milliseconds; `null`: it did not happen.
   */
  shown: (isShown: (view: View) => boolean, since: number) => Promise<number | null>;
  /** While no page is open: waits until the service answers with prices again. */
  withoutPage: (after: string, since: number) => Promise<void>;
}

export function createRecoveries(
  driver: Driver,
  service: SoakService,
  log: (line: string) => void,
): Recoveries {
  const all: Recovery[] = [];

  /** Whether the state is live and something came from the service after `since`. */
  function isLiveSince(since: number): number | false {
    const state = driver.changes.findLast(({ key }) => key === 'connectionState');
    if ((state?.value as { state?: string } | null)?.state !== 'live') return false;
    const heard = driver.changes.find(
      ({ key, at, isFirst }) => at >= since && !isFirst && isSignOfLife(key),
    );
    return heard ? Math.max(heard.at, state?.at ?? 0) : false;
  }

  /**
   * When the last request was sent that used up the rate limit, between these times. The stored
   * times are by the local clock, which may have been stepped.
   */
  function lastHeldBack(from: number, to: number): number {
    const full = driver.changes.filter(
      ({ key, at, value }) =>
        key === 'requestBudget' && at >= from && at <= to && mostRequests(value) >= MAX_REQUESTS,
    );
    return full.at(-1)?.at ?? from;
  }

  function isServing(since: number): number | false {
    const answered = service
      .requests()
      .find(({ at, status, path }) => at >= since && status === 200 && path.includes('/price/'));
    if (answered) return answered.at;
    return service.openStreams() > 0 ? Date.now() : false;
  }

  return {
    all,
    async live(after, since, limitMs) {
      const waitMs = since - Date.now() + limitMs + PATIENCE_MS;
      const waitedMs = await timeUntil(since, waitMs, async () => {
        await driver.collect();
        return isLiveSince(since);
      });
      // The extension may not send anything while the rate limit delays it.
      const heldBackMs = lastHeldBack(since, since + (waitedMs ?? 0)) - since;
      const tookMs = waitedMs === null ? null : waitedMs - heldBackMs;
      all.push({ after, isPageOpen: true, tookMs, limitMs });
      const limit = heldBackMs > 0 ? `, ${heldBackMs} ms of it for the rate limit` : '';
      log(
        `  ${waitedMs === null ? 'not live again' : `live ${waitedMs} ms after ${after}${limit}`}`,
      );
    },
    async shown(isShown, since) {
      const waitedMs = await timeUntil(since, PATIENCE_MS, async () => {
        await driver.collect();
        return driver.views.find((view) => view.at >= since && isShown(view))?.at ?? false;
      });
      return waitedMs === null ? null : waitedMs - (lastHeldBack(since, since + waitedMs) - since);
    },
    async withoutPage(after, since) {
      const tookMs = await timeUntil(since, PRICES_MS + PATIENCE_MS, () => isServing(since));
      all.push({ after, isPageOpen: false, tookMs, limitMs: PRICES_MS });
    },
  };
}

/**
 * Milliseconds from `since` to the time that `find` returns, or to now if it returns true; `null`:
 * it never did.
 */
export async function timeUntil(
  since: number,
  timeoutMs: number,
  find: () => number | boolean | Promise<number | boolean>,
): Promise<number | null> {
  try {
    const found = await until(find, { what: 'it', timeoutMs, everyMs: 50 });
    return Math.max(0, (found === true ? Date.now() : found) - since);
  } catch {
    return null;
  }
}

/** Whether a change of this item shows that a service answered. */
export function isSignOfLife(key: string): boolean {
  return key === 'lastAskedAt' || key.startsWith('latest:');
}

/** The most requests that a stored value counts for one service. */
function mostRequests(stored: unknown): number {
  const budgets = (stored as { value?: Record<string, { sentAt: number[] }> } | null)?.value ?? {};
  return Math.max(0, ...Object.values(budgets).map(({ sentAt }) => sentAt.length));
}
