import { HttpStatusError } from '../price-service/index.ts';
import type { MissingReason } from '../storage/prices.ts';

/** The service refused a whole request because of some of its feeds. */
export interface FeedRefusal {
  reason: MissingReason;
  /** Those of the requested feeds that the service named; empty: it named none of them. */
  named: string[];
}

/**
 * Reads a refusal that concerns feeds rather than the whole connection: any 404, and a 403 that
 * names a requested feed. `null` for every other failure.
 */
export function readFeedRefusal(error: unknown, ids: readonly string[]): FeedRefusal | null {
  if (!(error instanceof HttpStatusError)) return null;
  const { status, detail = '' } = error;
  if (status !== 403 && status !== 404) return null;
  const mentioned = new Set(detail.toLowerCase().match(/[0-9a-f]{64}/g));
  const named = ids.filter((id) => mentioned.has(id));
  if (status === 403) return named.length > 0 ? { reason: 'not-covered', named } : null;
  return { reason: /update data/i.test(detail) ? 'no-data' : 'unknown', named };
}

/** The access token works, but does not cover every requested feed. */
export class NotCoveredError extends Error {
  override readonly name = 'NotCoveredError';
  /** Whether only one feed was requested. */
  readonly isOneFeed: boolean;

  constructor(requested: number, options?: ErrorOptions) {
    super('The access token does not cover every requested feed.', options);
    this.isOneFeed = requested === 1;
  }
}

/** A 403 that names a requested feed as `NotCoveredError`, any other failure as it is. */
export function toNotCovered<E>(error: E, ids: readonly string[]): E | NotCoveredError {
  const isNotCovered = readFeedRefusal(error, ids)?.reason === 'not-covered';
  return isNotCovered ? new NotCoveredError(ids.length, { cause: error }) : error;
}

/** The service refused every feed it was asked for, for this reason. */
export class NoFeedKnownError extends Error {
  override readonly name = 'NoFeedKnownError';
  readonly reason: MissingReason;

  constructor(reason: MissingReason) {
    super('The service refused every feed.');
    this.reason = reason;
  }
}
