import { findPause, type RequestPausedError } from '../connection/request-budget.ts';
import { polling } from '../storage/connection.ts';
import type { ConnectionReport } from './connection-report.ts';
import { describeFailure } from './describe-failure.ts';
import type { StreamKeeper } from './stream-keeper.ts';

// As long as polls come every 30 s, one late.
const ANSWER_HOLDS_MS = 35_000;

interface FailureOptions {
  report: ConnectionReport;
  streams: StreamKeeper;
  lookAgain: () => void;
}

/**
 * Reports a failed call or stream, and sees to it that the service is asked again when it may be.
 *
 * @returns to be called with the failure and with when it is tried again (unix milliseconds);
 *   `null`: with the next alarm
 */
export function createFailureHandler({ report, streams, lookAgain }: FailureOptions) {
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  return async (error: unknown, nextAttemptAt: number | null): Promise<void> => {
    const { next, reason, remedy } = describeFailure(error);
    if (next === 'stop') {
      streams.close();
      await report.set('stopped', { reason, remedy });
      return;
    }
    const pause = await findPause(error);
    if (pause) {
      await waitUntil(pause);
    } else {
      if (nextAttemptAt !== null) lookAgainAt(nextAttemptAt);
      if (streams.isDelivering) return;
      // A service that refuses the stream alone still answers polls.
      const isAnswering = nextAttemptAt !== null && (await isAnsweringPolls());
      await report.set(isAnswering ? 'polling' : 'offline', { reason, remedy, nextAttemptAt });
    }
  };

  async function waitUntil(pause: RequestPausedError): Promise<void> {
    const { until } = pause;
    streams.holdBack(until);
    if (streams.isDelivering) return;
    streams.close();
    const { reason } = describeFailure(pause);
    await report.set('offline', { reason, nextAttemptAt: until });
    lookAgainAt(until);
  }

  // The worker may be dead by then; the alarm looks again in any case.
  function lookAgainAt(at: number): void {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(lookAgain, Math.max(0, at - Date.now()));
  }
}

async function isAnsweringPolls(): Promise<boolean> {
  const { triedAt, failures } = await polling.getValue();
  return failures === 0 && Date.now() - triedAt < ANSWER_HOLDS_MS;
}
