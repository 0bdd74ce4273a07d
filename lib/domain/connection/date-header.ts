import type { PriceServiceClientOptions } from '../../price-service/index.ts';
import { MAX_SKEW_MS } from '../prices/clock-skew.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

const SECOND = 1_000;

/** After a longer wait we cannot know when the service wrote the header. */
const LONGEST_WAIT_MS = 10 * SECOND;

/** A `Date` header as it arrived. */
export interface DateSeen {
  /** In whole seconds. */
  readonly dateMs: UnixMilliseconds;
  /** By the local clock. */
  readonly receivedAtMs: UnixMilliseconds;
  /** How long the request took, milliseconds. */
  readonly durationMs: number;
}

type Fetch = NonNullable<PriceServiceClientOptions['fetch']>;

// The only format that HTTP allows in answers. `Date.parse` alone accepts almost anything.
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Wraps a fetch to report the `Date` header of every answer. CORS hides the header unless the
 * service exposes it or the extension has access to the service's host.
 */
export function watchDates(fetch: Fetch, onDate: (seen: DateSeen) => void): Fetch {
  return async (url, init) => {
    const startedAt = performance.now();
    const response = await fetch(url, init);
    const dateMs = readDate(response.headers);
    if (dateMs !== null) {
      const durationMs = performance.now() - startedAt;
      onDate({ dateMs, receivedAtMs: Date.now(), durationMs });
    }
    return response;
  };
}

/** `null` if there is no valid date or the answer is from a cache. */
function readDate(headers: Headers): UnixMilliseconds | null {
  const date = headers.get('date');
  if (date === null || !HTTP_DATE.test(date) || Number(headers.get('age')) > 0) return null;
  const dateMs = Date.parse(date);
  return Number.isNaN(dateMs) ? null : dateMs;
}

/**
 * Returns how far the local clock is ahead of the service's clock, in milliseconds; `null` if the
 * header is unusable. Nobody signed it, so it may be shown, but it must not decide anything. Its time
 * is rounded down to whole seconds, and it was written at any time during the request.
 */
export function skewByDate({ dateMs, receivedAtMs, durationMs }: DateSeen): number | null {
  const skewMs = receivedAtMs - durationMs / 2 - (dateMs + SECOND / 2);
  return Math.abs(skewMs) <= MAX_SKEW_MS && durationMs <= LONGEST_WAIT_MS ? skewMs : null;
}
