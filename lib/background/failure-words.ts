import { NoFeedKnownError, NotCoveredError } from '../connection/feed-refusal.ts';
import { RequestPausedError } from '../connection/request-budget.ts';
import {
  HttpStatusError,
  InvalidResponseError,
  RedirectError,
  RequestTimeoutError,
} from '../price-service/index.ts';
import type { ConnectionState } from '../storage/connection.ts';
import type { MissingReason } from '../storage/prices.ts';
import { StorageWriteError } from '../storage/storage-write-error.ts';

/** What a failure means for the connection. */
export interface Failure {
  /** In words for the user; holds neither URL nor header. */
  reason: string;
  /** `stop`: only the user can mend it. `pause`: the service asked for one. `retry`: it may pass. */
  next: 'stop' | 'pause' | 'retry';
  remedy: ConnectionState['remedy'];
}

/** Says what a failed call means. Texts of unknown errors stay out: they may hold a URL. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof HttpStatusError) return describeStatus(error.status);
  if (error instanceof RequestPausedError) return describeStatus(429);
  if (error instanceof NoFeedKnownError) return { ...NONE_KNOWN[error.reason], next: 'retry' };
  if (error instanceof NotCoveredError) {
    const which = error.isOneFeed ? 'this feed' : 'all of your feeds';
    const reason = `Your access token does not cover ${which}.`;
    return { reason, next: 'retry', remedy: null };
  }
  if (error instanceof StorageWriteError) {
    return {
      reason:
        'The browser does not store the prices: its storage may be full. The badge goes on; ' +
        'remove feeds or free disk space for the rest.',
      next: 'retry',
      remedy: null,
    };
  }
  if (error instanceof RequestTimeoutError) {
    return { reason: 'The price service did not answer in time.', next: 'retry', remedy: null };
  }
  if (error instanceof InvalidResponseError) {
    return {
      reason: 'The answer is not what a price service sends. Check the base URL.',
      next: 'retry',
      remedy: 'connection',
    };
  }
  if (error instanceof RedirectError) {
    return {
      reason:
        'The price service redirects to another address; your headers are not sent there. ' +
        'Check the base URL.',
      next: 'retry',
      remedy: 'connection',
    };
  }
  return { reason: 'The price service cannot be reached.', next: 'retry', remedy: 'connection' };
}

/** Why the service gives none of the feeds in the watchlist. */
export const NONE_KNOWN: Record<MissingReason, Omit<Failure, 'next'>> = {
  unknown: {
    reason: 'This service knows none of your feeds. Is the base URL right?',
    remedy: 'connection',
  },
  'no-data': {
    reason: 'This service has no price of any of your feeds at the moment.',
    remedy: null,
  },
  'not-covered': {
    reason: 'Your access token covers none of your feeds.',
    remedy: 'connection',
  },
};

function describeStatus(status: number): Failure {
  switch (status) {
    case 401:
      return {
        reason: 'The price service needs an access token.',
        next: 'stop',
        remedy: 'access-token',
      };
    case 403:
      return {
        reason: 'The price service does not accept this access token.',
        next: 'stop',
        remedy: 'access-token',
      };
    case 429:
      return { reason: 'The price service asked for a pause.', next: 'pause', remedy: null };
    default:
      return {
        reason: `The price service answered with an error (HTTP ${status}).`,
        next: 'retry',
        remedy: status < 500 ? 'connection' : null,
      };
  }
}
