import { coalesce } from '../../base/coalesce.ts';
import { delay } from '../../price-service/delay.ts';
import { everyChangeWanted, historyPause, historyWanted } from '../../storage/values/history.ts';
import { clearRowHistory, removeRetryableGaps } from './row-history.ts';
import { requiredTrustOf } from './next-task.ts';
import { pauseAfterFailure } from './pause-after-failure.ts';
import { serveTasks, type BackfillOptions } from './serve-tasks.ts';

/** Fetches past prices while a page is open: for changes, the open chart and sparklines. */
export interface Backfill {
  /** Compares what pages show with what is known, and fetches the rest. Call it at any time. */
  reconcile: () => void;
  /** Retries what was refused or failed. Call this when the connection settings change. */
  retry: () => Promise<void>;
  /** Deletes everything, because it comes from another service. */
  clear: () => Promise<void>;
  /**
   * Repeats what depends on verification, after trust or the signature setting changed.
   *
   * @param wereOff signatures were off, so that any price may have failed verification
   */
  recheckProofs: (wereOff?: boolean) => Promise<void>;
}

/**
 * Past prices have the lowest priority of all requests: one time after another, each once and for
 * all feeds together, within a share of the request budget that leaves the rest to current prices.
 */
export function createBackfill(options: BackfillOptions): Backfill {
  const { presence, records, proofRule } = options;
  const feedsWithGaps = new Set<string>();
  const { sleep, wake } = createInterruptibleSleep();
  let wasPageOpen = false;
  let abort = new AbortController();
  const run = coalesce(async () => {
    const { signal } = abort;
    await dropWantsOfClosedPage();
    await serveTasks(options, { signal, feedsWithGaps, sleep }).catch((error: unknown) =>
      pauseAfterFailure(error, options.service()?.baseUrl, signal),
    );
  });

  return { reconcile, retry, clear, recheckProofs };

  function reconcile(): void {
    wake();
    void run();
  }

  async function dropWantsOfClosedPage(): Promise<void> {
    if (wasPageOpen && !presence.isPageOpen) {
      await Promise.all([historyWanted.setValue(null), everyChangeWanted.setValue(false)]);
    }
    wasPageOpen = presence.isPageOpen;
  }

  function stop(): void {
    abort.abort();
    abort = new AbortController();
    feedsWithGaps.clear();
    wake();
  }

  async function retry(): Promise<void> {
    stop();
    await historyPause.setValue(historyPause.fallback);
    const ids = await removeRetryableGaps();
    if (ids.length > 0) await records.deleteRetryableGaps(ids).catch(() => undefined);
    reconcile();
  }

  async function clear(): Promise<void> {
    stop();
    await Promise.all([
      clearRowHistory(),
      historyWanted.setValue(null),
      records.deleteAll().catch(() => undefined),
    ]);
  }

  async function recheckProofs(wereOff = false): Promise<void> {
    stop();
    const trust = wereOff ? proofRule().trust : requiredTrustOf(proofRule());
    await records.deleteUnverified(trust).catch(() => undefined);
    await clearRowHistory();
    reconcile();
  }
}

function createInterruptibleSleep() {
  let interrupt = new AbortController();
  const sleep = async (ms: number): Promise<void> => {
    interrupt = new AbortController();
    await delay(ms, interrupt.signal).catch(() => undefined);
  };
  return { sleep, wake: () => interrupt.abort() };
}
