import type { PriceServiceClientOptions } from '../../price-service/index.ts';
import { MAX_SKEW_MS } from '../prices/clock-skew.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

const SECOND = 1_000;

/** After a longer wait, the header's time is unknown. */
const LONGEST_WAIT_MS = 10 * SECOND;

export interface DateSeen {
  /** In whole seconds. */
  readonly dateMs: UnixMilliseconds;
  /** By the local clock. */
  readonly receivedAtMs: UnixMilliseconds;
  readonly durationMs: number;
}

type Fetch = NonNullable<PriceServiceClientOptions['fetch']>;

// The only format that HTTP allows in responses. `Date.parse` alone accepts almost anything.
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Wraps a fetch to report `Date` headers. CORS hides them unless the service exposes them or the
 * extension has access to its host.
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

/** `null` if invalid, or if the response is from a cache. */
function readDate(headers: Headers): UnixMilliseconds | null {
  const date = headers.get('date');
  if (date === null || !HTTP_DATE.test(date) || Number(headers.get('age')) > 0) return null;
  const dateMs = Date.parse(date);
  return Number.isNaN(dateMs) ? null : dateMs;
}

/**
 * How far the local clock is ahead of the service's, in milliseconds. The unsigned header may be
 * shown but must not decide anything. Its time is rounded down, and was written at any point during
 * the request.
 */
export function skewByDate({ dateMs, receivedAtMs, durationMs }: DateSeen): number | null {
  const skewMs = receivedAtMs - durationMs / 2 - (dateMs + SECOND / 2);
  return Math.abs(skewMs) <= MAX_SKEW_MS && durationMs <= LONGEST_WAIT_MS ? skewMs : null;
}
