import { MAX_REQUESTS } from '../../lib/connection/request-budget.ts';
import { until } from '../tools/until.ts';
import type { Driver } from './driver.ts';
import type { Recovery } from './observations.ts';
import type { SoakService } from './service.ts';
import type { View } from './views.ts';

/** How soon prices have to be live again while a page is open, milliseconds. */
export const LIVE_MS = 2_000;

/** Longer than any limit: how late it really was is worth knowing. */
export const PATIENCE_MS = 25_000;

const PRICES_MS = 35_000;

/** Waits for prices to come again, and keeps how long that took. */
export interface Recoveries {
  readonly all: readonly Recovery[];
  /** While a page is open: until prices come live again, counted from `since`. */
  live: (after: string, since: number, limitMs: number) => Promise<void>;
  /**
   * While a page is open: until a view that was read after `since` shows this. Gives how long that
   * took, without what the limit of requests took of it, milliseconds; `null`: it did not happen.
   */
  shown: (isShown: (view: View) => boolean, since: number) => Promise<number | null>;
  /** While none is: until the service answers with prices again. */
  unseen: (after: string, since: number) => Promise<void>;
}

export function createRecoveries(
  driver: Driver,
  service: SoakService,
  log: (line: string) => void,
): Recoveries {
  const all: Recovery[] = [];

  /** Said to be live, and heard from the service after that moment. */
  function isLiveSince(since: number): number | false {
    const state = driver.changes.findLast(({ key }) => key === 'connectionState');
    if ((state?.value as { state?: string } | null)?.state !== 'live') return false;
    const heard = driver.changes.find(
      ({ key, at, isFirst }) => at >= since && !isFirst && isSignOfLife(key),
    );
    return heard ? Math.max(heard.at, state?.at ?? 0) : false;
  }

  /**
   * When the last request between these moments was sent that used up the limit of requests. What
   * is stored of it is by the local clock, which may have been stepped.
   */
  function lastHeldBack(from: number, to: number): number {
    const full = driver.changes.filter(
      ({ key, at, value }) =>
        key === 'requestBudget' &&
        at >= from &&
        at <= to &&
        ((value as { sentAt?: number[] } | null)?.sentAt ?? []).length >= MAX_REQUESTS,
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
      // The limit's last wait is none of the extension's.
      const heldBackMs = lastHeldBack(since, since + (waitedMs ?? 0)) - since;
      const tookMs = waitedMs === null ? null : waitedMs - heldBackMs;
      all.push({ after, isLooking: true, tookMs, limitMs });
      const limit = heldBackMs > 0 ? `, ${heldBackMs} ms of it for the limit of requests` : '';
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
    async unseen(after, since) {
      const tookMs = await timeUntil(since, PRICES_MS + PATIENCE_MS, () => isServing(since));
      all.push({ after, isLooking: false, tookMs, limitMs: PRICES_MS });
    },
  };
}

/** Milliseconds from `since` to the moment that `look` finds (itself, or now); `null`: never. */
export async function timeUntil(
  since: number,
  timeoutMs: number,
  look: () => number | boolean | Promise<number | boolean>,
): Promise<number | null> {
  try {
    const found = await until(look, { what: 'it', timeoutMs, everyMs: 50 });
    return Math.max(0, (found === true ? Date.now() : found) - since);
  } catch {
    return null;
  }
}

function isSignOfLife(key: string): boolean {
  return key === 'lastAskedAt' || key.startsWith('latest:');
}
