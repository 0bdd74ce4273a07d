import { NotCoveredError } from '../../domain/connection/feed-refusal.ts';
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
import type { Recorder } from '../recorder.ts';
import type { Outcome } from './services.ts';

export interface Failure {
  reason: ServiceProblem;
  remedy: ConnectionState['remedy'];
  /** `null`: it says nothing about the service. */
  outcome: Outcome | null;
}

/** Drops the error's text, which may contain a URL. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof HttpStatusError) return describeStatus(error.status);
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

function describeStatus(status: number): Failure {
  if (status === 401 || status === 403) {
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
export async function readFailure(error: unknown, baseUrl: string | null): Promise<Failure> {
  const failure = describeFailure(error);
  if (failure.outcome?.kind === 'refused' || baseUrl === null) return failure;
  const pause = await findPause(baseUrl, error);
  return pause ? describeFailure(pause) : failure;
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
