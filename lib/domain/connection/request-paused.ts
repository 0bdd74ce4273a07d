import type { UnixMilliseconds } from '../../base/units.ts';

/** Thrown instead of sending a request during a rate limit. */
export class RequestPausedError extends Error {
  override name = 'RequestPausedError' as const;
  readonly until: UnixMilliseconds;
  constructor(until: UnixMilliseconds) {
    super('The service asked for a pause.');
    this.until = until;
  }
}
