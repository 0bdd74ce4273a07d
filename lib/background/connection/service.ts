import { toRequestHeaders } from '../../domain/connection/headers.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import { RequestBudget, type Spare } from '../../storage/requests/request-budget.ts';
import { RequestPausedError } from '../../domain/connection/state.ts';
import {
  HttpStatusError,
  InvalidResponseError,
  PriceServiceClient,
  RedirectError,
  RequestTimeoutError,
  type CallOptions,
  type PriceServiceClientOptions,
} from '../../price-service/index.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { ServiceSettings } from '../../domain/settings.ts';

type Fetch = NonNullable<PriceServiceClientOptions['fetch']>;

// Three times the public catalog and six times an update of 500 feeds. Reading more would block the
// worker.
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

// The service fetches old prices from elsewhere.
const PAST_TIMEOUT_MS = 15_000;

const MOST_REPEATS = 2;

/** For calls that are repeated anyway: retries would only use up requests. */
export const WITHOUT_RETRIES = { httpRetries: 0 } as const;

/** For calls while another service could take over: after two that hang, it has time within 5 s. */
export const IMPATIENT = { httpRetries: 0, timeoutMs: 2_000 } as const;

export interface ServiceOptions {
  budget?: RequestBudget;
  /** A 2xx response begins. @param latencyMs since its request */
  onSuccess?: (latencyMs: number) => void;
}

export interface Service {
  key: string;
  id: string;
  baseUrl: string;
  /** Whether the user entered one, or another header. */
  hasToken: boolean;
  client: PriceServiceClient;
  /**
   * Options of calls for past prices. They wait until the request budget has this share to spare,
   * and don't retry because the history repeats its requests.
   */
  whenSpare: (spare: Spare) => CallOptions;
  /** How long such a call would wait now. @throws RequestPausedError during a pause */
  spareDelayMs: (spare: Spare) => Promise<number>;
  /** When a pause that the service asked for ends; `null`: there is none. */
  pauseEndsAt: () => Promise<UnixMilliseconds | null>;
}

export function createService(
  settings: ServiceSettings,
  { budget = new RequestBudget(), onSuccess }: ServiceOptions = {},
): Service {
  const { id, baseUrl } = settings;
  const repeated = (): Promise<void> => budget.countRepeat(baseUrl);
  const client = new PriceServiceClient(baseUrl, {
    headers: toRequestHeaders(settings.headers),
    maxAnswerBytes: MAX_ANSWER_BYTES,
    retryIf: isWorthRetrying,
    beforeRequest: (signal) => budget.take(baseUrl, signal),
    onRefusal: (refusal) => budget.refuse(baseUrl, refusal),
    fetch: countRedirects(countRepeats(timeResponses(onSuccess), repeated), repeated),
  });
  const hasToken = settings.headers.some(({ value }) => value !== '');
  return {
    key: serviceKey(settings),
    id,
    baseUrl,
    hasToken,
    client,
    whenSpare: (spare) => ({
      ...WITHOUT_RETRIES,
      timeoutMs: PAST_TIMEOUT_MS,
      beforeRequest: (signal) => budget.take(baseUrl, signal, spare),
    }),
    spareDelayMs: (spare) => budget.spareDelayMs(baseUrl, spare),
    pauseEndsAt: () => budget.pauseEndsAt(baseUrl),
  };
}

function timeResponses(onSuccess: ServiceOptions['onSuccess']): Fetch {
  return async (url, init) => {
    const startedAt = performance.now();
    const response = await globalThis.fetch(url, init);
    if (response.ok) onSuccess?.(performance.now() - startedAt);
    return response;
  };
}

/**
 * If a reused connection breaks, Chromium silently repeats a GET up to twice. Only a response
 * leaves a connection to reuse, so the first failure after a response counts as two repeats, or
 * as one if an earlier worker got the response. A preflight response also leaves a connection, so
 * Chromium repeats each request to a service that responds only to preflights. Counting these would
 * delay noticing its return by up to six seconds.
 */
function countRepeats(fetch: Fetch, onRepeat: () => Promise<void>): Fetch {
  let repeats = 1;
  return async (url, init) => {
    try {
      const response = await fetch(url, init);
      repeats = MOST_REPEATS;
      return response;
    } catch (error) {
      for (; repeats > 0 && !init.signal?.aborted; repeats -= 1) await onRepeat();
      throw error;
    }
  };
}

/** A redirect that the browser follows by itself may be two requests to the service. */
function countRedirects(fetch: Fetch, onRepeat: () => Promise<void>): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.redirected) await onRepeat();
    return response;
  };
}

/** Retries that cannot help must not use up the service's limits. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof RequestPausedError || error instanceof RequestTimeoutError) return false;
  if (error instanceof RedirectError) return false;
  // A retry would be as large.
  if (error instanceof InvalidResponseError) return error.isTooLarge !== true;
  return !(error instanceof HttpStatusError && [401, 403, 404, 429].includes(error.status));
}
