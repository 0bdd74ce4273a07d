import { NoFeedKnownError, NotCoveredError } from '../../domain/connection/feed-refusal.ts';
import { RequestPausedError, type ConnectionState } from '../../domain/connection/state.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import {
  HttpStatusError,
  InvalidResponseError,
  RedirectError,
  RequestTimeoutError,
} from '../../price-service/index.ts';
import { findPause } from '../../storage/requests/request-budget.ts';
import { StorageWriteError } from '../../storage/storage-write-error.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { Recorder } from '../recorder.ts';

interface Failure {
  reason: ServiceProblem;
  /** `stop`: only the user can fix it. */
  next: 'stop' | 'retry';
  remedy: ConnectionState['remedy'];
}

/** Drops the error's text, which may contain a URL. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof HttpStatusError) return describeStatus(error.status);
  if (error instanceof RequestPausedError) return describeStatus(429);
  if (error instanceof NoFeedKnownError) {
    const remedy = error.reason === 'no-data' ? null : 'connection';
    return retry({ code: 'no-prices', reason: error.reason }, remedy);
  }
  if (error instanceof NotCoveredError) {
    return retry({ code: 'not-covered', isOneFeed: error.isOneFeed });
  }
  if (error instanceof StorageWriteError) return retry({ code: 'prices-not-stored' });
  if (error instanceof RequestTimeoutError) return retry({ code: 'timeout' });
  if (error instanceof InvalidResponseError) {
    return retry({ code: 'invalid-answer' }, 'connection');
  }
  if (error instanceof RedirectError) return retry({ code: 'redirected' }, 'connection');
  return retry({ code: 'unreachable' }, 'connection');
}

function describeStatus(status: number): Failure {
  switch (status) {
    case 401:
      return { reason: { code: 'token-needed' }, next: 'stop', remedy: 'access-token' };
    case 403:
      return { reason: { code: 'token-rejected' }, next: 'stop', remedy: 'access-token' };
    case 429:
      return retry({ code: 'paused' });
    default:
      return retry({ code: 'http-status', status }, status < 500 ? 'connection' : null);
  }
}

function retry(reason: ServiceProblem, remedy: ConnectionState['remedy'] = null): Failure {
  return { reason, next: 'retry', remedy };
}

/** What happens after a failure. `stop`: only the user can fix it. `wait`: a pause is not over. */
export type Decision = Pick<Failure, 'reason' | 'remedy'> &
  ({ next: 'stop' | 'retry' } | { next: 'wait'; until: UnixMilliseconds });

export async function decideAfter(error: unknown, baseUrl: string | null): Promise<Decision> {
  const { next, reason, remedy } = describeFailure(error);
  if (next === 'stop') return { next, reason, remedy };
  const pause = baseUrl === null ? null : await findPause(baseUrl, error);
  if (!pause) return { next: 'retry', reason, remedy };
  return { next: 'wait', until: pause.until, reason: describeFailure(pause).reason, remedy: null };
}

/** Resolves with the reason why the update could not be stored, otherwise with `null`. */
export async function storeUpdate(
  stored: Promise<void>,
  recorder: Pick<Recorder, 'log'>,
): Promise<ServiceProblem | null> {
  try {
    await stored;
    return null;
  } catch (cause) {
    const { reason } = describeFailure(new StorageWriteError('Not stored.', { cause }));
    recorder.log({ kind: 'not-stored', reason });
    return reason;
  }
}
