import { pauseEndsAt } from '../../storage/requests/request-budget.ts';
import { RequestPausedError } from '../../domain/connection/request-paused.ts';
import { historyPause } from '../../storage/values/history.ts';
import { describeFailure } from '../connection/describe-failure.ts';

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
const REFUSED_PAUSE_MS = 60 * 60_000;

/**
 * Stores a pause, longer after each failure, and its reason, which rows show. The fallback alarm
 * resumes the work after it.
 */
export async function pauseAfterFailure(
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
