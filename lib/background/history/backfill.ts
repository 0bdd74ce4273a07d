import { coalesce } from '../../base/coalesce.ts';
import { delay } from '../../base/http/delay.ts';
import { everyChangeWanted, historyPause, historyWanted } from '../../storage/values/history.ts';
import { clearRowHistory, removeRetryableGaps } from './row-history.ts';
import { requiredTrustOf } from './next-task.ts';
import { serveTasks, type BackfillOptions } from './serve-tasks.ts';
import { pauseEndsAt } from '../../storage/requests/request-budget.ts';
import { RequestPausedError } from '../../domain/connection/request-paused.ts';
import { describeFailure } from '../connection/describe-failure.ts';

/** Fetches past prices while a page is open: for changes, the open chart and sparklines. */
interface Backfill {
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

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
const REFUSED_PAUSE_MS = 60 * 60_000;

/**
 * Stores a pause, longer after each failure, and its reason, which rows show. The fallback alarm
 * resumes the work after it.
 */
async function pauseAfterFailure(
  error: unknown,
  baseUrl: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const now = Date.now();
  const { reason, next } = describeFailure(error);
  const { failures } = await historyPause.getValue();
  if (error instanceof RequestPausedError) {
    // No request was sent: the service's pause is from another one, perhaps of an earlier worker.
    await historyPause.setValue({ until: error.until, failures, reason });
    return;
  }
  let pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
  if (next === 'stop') pauseMs = REFUSED_PAUSE_MS;
  const pausedUntil = baseUrl === undefined ? null : await pauseEndsAt(baseUrl);
  pauseMs = Math.max((pausedUntil ?? now) - now, pauseMs);
  await historyPause.setValue({ until: now + pauseMs, failures: failures + 1, reason });
}
