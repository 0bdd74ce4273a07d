import { NotCoveredError } from '../../domain/connection/feed-refusal.ts';
import { RequestPausedError, type ConnectionState } from '../../domain/connection/state.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import {
  HttpStatusError,
  InvalidResponseError,
  RedirectError,
  RequestTimeoutError,
} from '../../price-service/index.ts';
import { StorageWriteError } from '../../storage/storage-write-error.ts';
import type { Service } from './service.ts';
import type { Outcome } from './services.ts';

export interface Failure {
  reason: ServiceProblem;
  remedy: ConnectionState['remedy'];
  /** `null`: it says nothing about the service. */
  outcome: Outcome | null;
}

/** Drops the error's text, which may contain a URL. */
export function describeFailure(error: unknown, hasToken = true): Failure {
  if (error instanceof HttpStatusError) return describeStatus(error, hasToken);
  if (error instanceof RequestPausedError) {
    const reason = { code: 'paused' } as const;
    return {
      reason,
      remedy: null,
      outcome: { kind: 'paused', problem: reason, until: error.until },
    };
  }
  if (error instanceof NotCoveredError) {
    return { ...failed({ code: 'not-covered', isOneFeed: error.isOneFeed }), outcome: null };
  }
  if (error instanceof StorageWriteError) {
    return { ...failed({ code: 'prices-not-stored' }), outcome: null };
  }
  if (error instanceof RequestTimeoutError) return failed({ code: 'timeout' });
  if (error instanceof InvalidResponseError)
    return failed({ code: 'invalid-answer' }, 'connection');
  if (error instanceof RedirectError) return failed({ code: 'redirected' }, 'connection');
  return failed({ code: 'unreachable' }, 'connection');
}

function describeStatus({ status, isOfPage }: HttpStatusError, hasToken: boolean): Failure {
  if (status === 401 || status === 403) {
    // Without a token there is none that the service could refuse.
    const isBlocked = isOfPage === true || (status === 403 && !hasToken);
    if (isBlocked) return failed({ code: 'blocked' }, 'connection');
    const reason = { code: status === 401 ? 'token-needed' : 'token-rejected' } as const;
    return { reason, remedy: 'access-token', outcome: { kind: 'refused', problem: reason } };
  }
  if (status === 429) return failed({ code: 'paused' });
  return failed({ code: 'http-status', status }, status < 500 ? 'connection' : null);
}

function failed(reason: ServiceProblem, remedy: ConnectionState['remedy'] = null): Failure {
  return { reason, remedy, outcome: { kind: 'failed', problem: reason } };
}

/** Also considers a pause that the service asked for. */
export async function readFailure(
  error: unknown,
  service: Pick<Service, 'pauseEndsAt' | 'hasToken'> | null,
): Promise<Failure> {
  const failure = describeFailure(error, service?.hasToken);
  if (failure.outcome?.kind === 'refused' || service === null) return failure;
  if (error instanceof RequestPausedError) return failure;
  const until = await service.pauseEndsAt();
  return until === null ? failure : describeFailure(new RequestPausedError(until));
}
