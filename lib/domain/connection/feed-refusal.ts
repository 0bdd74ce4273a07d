import { HttpStatusError } from '../../price-service/index.ts';
import type { MissingReason } from '../prices/stored-price.ts';
import type { FeedId } from '../../base/units.ts';

/** The service rejected a whole request because of some of its feeds. */
export interface FeedRefusal {
  reason: MissingReason;
  /** The requested feeds that the service named; empty if it named none of them. */
  named: string[];
}

/**
 * Reads an error about certain feeds, not about the connection as a whole: any 404, or a 403 that
 * names a requested feed. Returns `null` for every other error.
 */
export function readFeedRefusal(error: unknown, ids: readonly FeedId[]): FeedRefusal | null {
  if (!(error instanceof HttpStatusError)) return null;
  const { status, detail = '' } = error;
  if (status !== 403 && status !== 404) return null;
  const mentioned = new Set(detail.toLowerCase().match(/[0-9a-f]{64}/g));
  const named = ids.filter((id) => mentioned.has(id));
  if (status === 403) return named.length > 0 ? { reason: 'not-covered', named } : null;
  return { reason: /update data/i.test(detail) ? 'no-data' : 'unknown', named };
}

/** The access token is valid but does not cover every requested feed. */
export class NotCoveredError extends Error {
  override readonly name = 'NotCoveredError';
  /** Whether only one feed was requested. */
  readonly isOneFeed: boolean;

  constructor(requested: number, options?: ErrorOptions) {
    super('The access token does not cover every requested feed.', options);
    this.isOneFeed = requested === 1;
  }
}

/** Converts a 403 that names a requested feed to `NotCoveredError`. Returns other errors as is. */
export function toNotCovered<E>(error: E, ids: readonly FeedId[]): E | NotCoveredError {
  const isNotCovered = readFeedRefusal(error, ids)?.reason === 'not-covered';
  return isNotCovered ? new NotCoveredError(ids.length, { cause: error }) : error;
}

/** The service rejected every requested feed, for this reason. */
export class NoFeedKnownError extends Error {
  override readonly name = 'NoFeedKnownError';
  readonly reason: MissingReason;

  constructor(reason: MissingReason) {
    super('The service refused every feed.');
    this.reason = reason;
  }
}
