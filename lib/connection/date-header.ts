import type { PriceServiceClientOptions } from '../price-service/index.ts';
import type { DateSeen } from '../prices/clock-by-date.ts';

type Fetch = NonNullable<PriceServiceClientOptions['fetch']>;

// The one form that HTTP allows senders; `Date.parse` reads a date into almost anything.
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * A fetch that reports the `Date` header of every answer. CORS hides it unless the service exposes
 * it or the extension may reach the service's host.
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

/** Unix milliseconds; `null`: there is none, or it is a cache's from when it stored the answer. */
function readDate(headers: Headers): number | null {
  const date = headers.get('date');
  if (date === null || !HTTP_DATE.test(date) || Number(headers.get('age')) > 0) return null;
  const dateMs = Date.parse(date);
  return Number.isNaN(dateMs) ? null : dateMs;
}
