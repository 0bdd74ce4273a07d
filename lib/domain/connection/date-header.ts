import type { PriceServiceClientOptions } from '../../price-service/index.ts';
import type { DateSeen } from '../prices/clock-by-date.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

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
