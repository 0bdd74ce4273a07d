import { coalesce } from '../../base/coalesce.ts';
import { delay } from '../../base/http/delay.ts';
import { everyChangeWanted, historyPause, historyWanted } from '../../storage/values/history.ts';
import { clearRowHistory, removeRetryableGaps } from './row-history.ts';
import { requiredTrustOf } from '../../domain/market/market.ts';
import { serveTasks, type BackfillOptions } from './serve-tasks.ts';
import { RequestPausedError } from '../../domain/connection/state.ts';
import { describeFailure } from '../connection/failure.ts';
import type { Service } from '../connection/service.ts';

/** Fetches past prices while a page is open. */
interface Backfill {
  /** Fetches missing prices that pages need. Call this at any time. */
  reconcile: () => void;
  /** Retries refused and failed requests. Call this when connection settings change. */
  retry: () => Promise<void>;
  /** Deletes everything, because the service changed. */
  clear: () => Promise<void>;
  /**
   * Drops and refetches prices that depend on verification.
   * @param wereOff any price may have failed verification
   */
  recheckProofs: (wereOff?: boolean) => Promise<void>;
}

/**
 * Past prices have the lowest priority: one time after another, for all feeds together, within a
 * share of the request budget.
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
      pauseAfterFailure(error, options.service(), signal),
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
 * Stores a pause that grows with each failure, and the reason that rows show. The fallback alarm
 * resumes the requests.
 */
async function pauseAfterFailure(
  error: unknown,
  service: Pick<Service, 'pauseEndsAt'> | null,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const now = Date.now();
  const { reason, outcome } = describeFailure(error);
  const { failures } = await historyPause.getValue();
  if (error instanceof RequestPausedError) {
    // No request was sent: an earlier request caused the pause.
    await historyPause.setValue({ until: error.until, failures, reason });
    return;
  }
  let pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
  if (outcome?.kind === 'refused') pauseMs = REFUSED_PAUSE_MS;
  const pausedUntil = await service?.pauseEndsAt();
  pauseMs = Math.max((pausedUntil ?? now) - now, pauseMs);
  await historyPause.setValue({ until: now + pauseMs, failures: failures + 1, reason });
}
