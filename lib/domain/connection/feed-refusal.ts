import { HttpStatusError } from '../../price-service/index.ts';
import type { MissingReason } from '../prices/stored-price.ts';
import type { FeedId } from '../../base/units.ts';

/** The service rejected a whole request because of some feeds. */
export interface FeedRefusal {
  reason: MissingReason;
  /** Requested feeds that the service named. */
  named: string[];
}

/** Reads an error about certain feeds: any 404, or a 403 that names a requested feed. */
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
  readonly isOneFeed: boolean;

  constructor(requested: number, options?: ErrorOptions) {
    super('The access token does not cover every requested feed.', options);
    this.isOneFeed = requested === 1;
  }
}

/** Converts a 403 that names a requested feed. */
export function toNotCovered<E>(error: E, ids: readonly FeedId[]): E | NotCoveredError {
  const isNotCovered = readFeedRefusal(error, ids)?.reason === 'not-covered';
  return isNotCovered ? new NotCoveredError(ids.length, { cause: error }) : error;
}
