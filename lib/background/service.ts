import { watchDates } from '../connection/date-header.ts';
import {
  countRepeat,
  keepPauseAskedFor,
  RequestPausedError,
  takeRequest,
  takeSpareRequest,
  type Spare,
} from '../connection/request-budget.ts';
import {
  HttpStatusError,
  InvalidResponseError,
  PriceServiceClient,
  RedirectError,
  RequestTimeoutError,
} from '../price-service/index.ts';
import type { ConnectionSettings } from '../storage/settings.ts';
import { countTraffic, type Fetch, type Traffic } from './traffic.ts';

// The catalogue is large; it may take longer than a price.
const CATALOGUE_TIMEOUT_MS = 25_000;

// Three times the public catalogue, six times an update of 500 feeds, and more than is stored; what
// is larger would keep the worker from everything else while it is read.
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

// What is long past the service has to look up elsewhere.
const PAST_TIMEOUT_MS = 15_000;

/** Shares of the request budget. The user waits for a change; nobody waits for a sparkline. */
export const SPARE = {
  reference: { sentAtMost: 3, pauseMs: 0 },
  backfill: { sentAtMost: 2, pauseMs: 2_500 },
} as const;

/** The clients of one price service, under the request budget. */
export interface Service {
  /** Equal for equal connection settings. */
  key: string;
  prices: PriceServiceClient;
  /** The same without retries. */
  once: PriceServiceClient;
  catalogue: PriceServiceClient;
  /** For past prices that the user waits for. No retries: it is asked again in its own time. */
  reference: PriceServiceClient;
  /** For past prices that can wait. */
  backfill: PriceServiceClient;
}

/** @param traffic told of every answer and its bytes */
export function createService(connection: ConnectionSettings, traffic: Traffic): Service {
  const headers = Object.fromEntries(connection.headers.map(({ name, value }) => [name, value]));
  const common = {
    headers,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    retryIf: isWorthRetrying,
    beforeRequest: async (signal: AbortSignal) => {
      await traffic.beforeRequest?.();
      await takeRequest(signal);
    },
    onRefusal: keepPauseAskedFor,
    fetch: countRedirects(
      countRepeats(watchDates(countTraffic(traffic), (seen) => traffic.onDate?.(seen))),
    ),
  };
  return {
    key: serviceKey(connection),
    prices: new PriceServiceClient(connection.baseUrl, common),
    once: new PriceServiceClient(connection.baseUrl, { ...common, httpRetries: 0 }),
    catalogue: new PriceServiceClient(connection.baseUrl, {
      ...common,
      timeoutMs: CATALOGUE_TIMEOUT_MS,
    }),
    reference: past(SPARE.reference),
    backfill: past(SPARE.backfill),
  };

  function past(spare: Spare): PriceServiceClient {
    return new PriceServiceClient(connection.baseUrl, {
      ...common,
      timeoutMs: PAST_TIMEOUT_MS,
      httpRetries: 0,
      beforeRequest: async (signal) => {
        await traffic.beforeRequest?.();
        await takeSpareRequest(spare, signal);
      },
    });
  }
}

/**
 * On kept connections that break, Chromium sends a GET again by itself, and tells nobody. Answers
 * leave such connections; the first failure after one is taken for a sign that they broke.
 */
function countRepeats(fetch: Fetch): Fetch {
  let mayBeKept = true;
  return async (url, init) => {
    try {
      const response = await fetch(url, init);
      mayBeKept = true;
      return response;
    } catch (error) {
      if (mayBeKept && !init.signal?.aborted) {
        mayBeKept = false;
        await countRepeat();
      }
      throw error;
    }
  };
}

/** Where the browser follows a redirect by itself, the service may see two requests in one. */
function countRedirects(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.redirected) await countRepeat();
    return response;
  };
}

export function serviceKey(connection: ConnectionSettings): string {
  return JSON.stringify(connection);
}

/** The supervisor knows the service's limits; the client must not spend them on hopeless tries. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof RequestPausedError || error instanceof RequestTimeoutError) return false;
  if (error instanceof RedirectError) return false;
  // It would be as large the next time, after as many bytes.
  if (error instanceof InvalidResponseError) return error.isTooLarge !== true;
  return !(error instanceof HttpStatusError && [401, 403, 404, 429].includes(error.status));
}
