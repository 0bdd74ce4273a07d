import { polling } from '../../storage/values/connection.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { ConnectionReport } from './connection-report.ts';
import { decideAfter, type Decision } from './failure.ts';
import type { Service } from './service.ts';
import type { PriceStream } from './price-stream.ts';

// The polling interval of 30 s plus a margin.
const ANSWER_HOLDS_MS = 35_000;

interface FailureOptions {
  /** Resolves with whether another service took over. */
  onFailure: (error: unknown, decision: Decision) => Promise<boolean>;
  service: () => Pick<Service, 'baseUrl'> | null;
  report: ConnectionReport;
  stream: PriceStream;
  retry: () => void;
}

export type FailureHandler = ReturnType<typeof createFailureHandler>;

/**
 * Carries out the decision after a failed poll or stream. The function that it returns takes the
 * failure and the time of the next attempt (`null`: the next alarm). It resolves with `null` if
 * another service took over.
 */
export function createFailureHandler({
  onFailure,
  service,
  report,
  stream,
  retry,
}: FailureOptions) {
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  return async (
    error: unknown,
    nextAttemptAt: UnixMilliseconds | null,
  ): Promise<Decision | null> => {
    const failed = service();
    const decision = await decideAfter(error, failed?.baseUrl ?? null);
    // If a poll and a stream fail together, the first may switch services. The second failure
    // doesn't concern the new one.
    if (service() !== failed) return null;
    if (!stream.isDelivering && (await onFailure(error, decision))) return null;
    if (decision.next === 'stop') await stop(decision);
    else if (decision.next === 'wait') await waitUntil(decision.until, decision);
    else await retryAt(nextAttemptAt, decision);
    return decision;
  };

  async function stop({ reason, remedy }: Decision): Promise<void> {
    stream.close();
    await report.set('stopped', { reason, remedy });
  }

  async function waitUntil(until: UnixMilliseconds, { reason }: Decision): Promise<void> {
    stream.waitUntil(until);
    // Even a delivering stream may be replaced during the pause, and its successor must wait.
    schedule(until);
    if (stream.isDelivering) return;
    stream.close();
    await report.set('offline', { reason, nextAttemptAt: until });
  }

  async function retryAt(
    nextAttemptAt: UnixMilliseconds | null,
    { reason, remedy }: Decision,
  ): Promise<void> {
    if (nextAttemptAt !== null) schedule(nextAttemptAt);
    if (stream.isDelivering) return;
    // A service that refuses only the stream still responds to polls.
    const isAnswering = nextAttemptAt !== null && (await isAnsweringPolls());
    await report.set(isAnswering ? 'polling' : 'offline', { reason, remedy, nextAttemptAt });
  }

  // If the worker dies first, the alarm retries.
  function schedule(at: UnixMilliseconds): void {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(retry, Math.max(0, at - Date.now()));
  }
}

async function isAnsweringPolls(): Promise<boolean> {
  const { triedAt, failures } = await polling.getValue();
  return failures === 0 && Date.now() - triedAt < ANSWER_HOLDS_MS;
}
