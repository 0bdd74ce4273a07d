import { toRequestHeaders } from '../../domain/connection/headers.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import {
  countRepeat,
  keepPauseAskedFor,
  takeRequest,
  takeSpareRequest,
  type Spare,
} from '../../storage/requests/request-budget.ts';
import { RequestPausedError } from '../../domain/connection/request-paused.ts';
import {
  HttpStatusError,
  InvalidResponseError,
  PriceServiceClient,
  RedirectError,
  RequestTimeoutError,
  type CallOptions,
} from '../../price-service/index.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import type { Traffic } from '../counter.ts';
import { countTraffic, type Fetch } from './traffic.ts';

// Three times the public catalog, six times an update of 500 feeds, and more than is stored. Reading
// anything larger would block the worker.
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

// The service has to fetch old prices from elsewhere.
const PAST_TIMEOUT_MS = 15_000;

// The most that Chromium repeats a request by itself.
const MOST_REPEATS = 2;

/** For calls that are repeated anyway, whose retries would only use up the request budget. */
export const WITHOUT_RETRIES = { httpRetries: 0 } as const;

/**
 * For calls while another service could take over. An alarm comes every 30 s, and the other one
 * takes over within 35 s.
 */
export const IMPATIENT = { httpRetries: 0, timeoutMs: 2_500 } as const;

/** Hooks into every request to the price service. */
export interface RequestHooks {
  /** Awaited before each request, before it is counted. */
  beforeRequest: () => Promise<void>;
}

const NO_HOOKS: RequestHooks = { beforeRequest: async () => {} };

/** One price service, which is asked within its request budget. */
export interface Service {
  /** Equal for equal connection settings. */
  key: string;
  /** The id of the service on the list. */
  id: string;
  baseUrl: string;
  client: PriceServiceClient;
  /**
   * The options of calls for past prices, which wait until the request budget has this share to
   * spare. They have no retries: the history repeats its requests.
   */
  whenSpare: (spare: Spare) => CallOptions;
}

/** @param traffic counts every answer and its bytes */
export function createService(
  settings: ServiceSettings,
  traffic: Traffic,
  { beforeRequest }: RequestHooks = NO_HOOKS,
): Service {
  const { id, baseUrl } = settings;
  const repeated = (): Promise<void> => countRepeat(baseUrl);
  const client = new PriceServiceClient(baseUrl, {
    headers: toRequestHeaders(settings.headers),
    maxAnswerBytes: MAX_ANSWER_BYTES,
    retryIf: isWorthRetrying,
    beforeRequest: async (signal) => {
      await beforeRequest();
      await takeRequest(baseUrl, signal);
    },
    onRefusal: (refusal) => keepPauseAskedFor(baseUrl, refusal),
    fetch: countRedirects(countRepeats(countTraffic(traffic), repeated), repeated),
  });
  return { key: serviceKey(settings), id, baseUrl, client, whenSpare };

  function whenSpare(spare: Spare): CallOptions {
    return {
      ...WITHOUT_RETRIES,
      timeoutMs: PAST_TIMEOUT_MS,
      beforeRequest: async (signal) => {
        await beforeRequest();
        await takeSpareRequest(baseUrl, spare, signal);
      },
    };
  }
}

/**
 * If a reused connection breaks, Chromium repeats a GET by itself, up to twice and without a sign of
 * it. Only answers leave connections to reuse, so the first failure after one counts as two repeats;
 * after an answer to an earlier worker, which may be long ago, as one. Chromium was seen to repeat
 * further ones, too, of a service that reset every connection: these do not count, because then a
 * service that returns would be noticed up to six seconds late.
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

/** The client must not spend the service's limits on retries that cannot help. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof RequestPausedError || error instanceof RequestTimeoutError) return false;
  if (error instanceof RedirectError) return false;
  // A retry would be as large, and would be downloaded up to the limit again.
  if (error instanceof InvalidResponseError) return error.isTooLarge !== true;
  return !(error instanceof HttpStatusError && [401, 403, 404, 429].includes(error.status));
}
