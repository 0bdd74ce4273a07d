import {
  HttpStatusError,
  InvalidResponseError,
  NetworkError,
  RedirectError,
  RequestTimeoutError,
  type PriceServiceClientOptions,
} from '../../price-service/index.ts';
import { formatUnit } from '../../base/locale/format.ts';
import { isolate } from '../../base/locale/language.ts';
import { t } from '../../base/locale/t.ts';
import { plainText } from '../../base/text/plain-text.ts';
import type { ConnectionSettings } from '../settings.ts';
import { RequestPausedError } from './state.ts';
import { connectionSecrets } from './secrets.ts';
import type { CodeWithoutData } from './service-problem.ts';

export interface CallFailure {
  /**
   * `blocked`: something on the way refused the request. `cross-origin`: the browser hides the
   * response until the user grants access. `paused`: no request was made because of a rate limit.
   * `redirected`: the redirect cannot be followed, or leads to a site that gets no headers and
   * rejects the call.
   */
  kind:
    | 'status'
    | 'not-covered'
    | 'cross-origin'
    | Extract<
        CodeWithoutData,
        'blocked' | 'timeout' | 'invalid-answer' | 'unreachable' | 'paused' | 'redirected'
      >;
  /** Which call failed, and how, for the operator of the service. */
  text: string;
  status: number | null;
  /** The service's message, unless it contains a secret. */
  detail: string | null;
  /** How long the service asked us to wait. */
  retryAfterMs: number | null;
}

interface Circumstances {
  settings: ConnectionSettings;
  fetch: NonNullable<PriceServiceClientOptions['fetch']>;
  signal: AbortSignal;
  /** Path under the base URL. */
  endpoint: string;
  beforeRequest: (signal: AbortSignal) => Promise<void>;
  /** Whether a status arrived. */
  wasAnswered: boolean;
}

const PROBE_TIMEOUT_MS = 5_000;
/** In characters, as in the client. */
const LONGEST_DETAIL = 300;

/** @throws the signal's reason if the signal aborted the call */
export async function readCallFailure(
  error: unknown,
  circumstances: Circumstances,
): Promise<CallFailure> {
  const { signal, endpoint, settings } = circumstances;
  signal.throwIfAborted();
  const noDetails = { status: null, detail: null, retryAfterMs: null };
  if (error instanceof HttpStatusError) {
    const { status, retryAfterMs = null, isOfPage = false } = error;
    return {
      kind: isOfPage && (status === 401 || status === 403) ? 'blocked' : 'status',
      text: isolate(`${endpoint}: HTTP ${status}`),
      status,
      detail: withoutSecrets(error.detail, settings),
      retryAfterMs,
    };
  }
  if (error instanceof InvalidResponseError) {
    return { ...noDetails, kind: 'invalid-answer', text: isolate(endpoint), status: error.status };
  }
  if (error instanceof RequestTimeoutError) {
    const text = isolate(`${endpoint}: ${inSeconds(error.timeoutMs)}`);
    return { ...noDetails, kind: 'timeout', text };
  }
  if (error instanceof RequestPausedError) {
    const retryAfterMs = Math.max(0, error.until - Date.now());
    return {
      ...noDetails,
      kind: 'paused',
      text: t('serviceProblem.rateLimit'),
      retryAfterMs,
    };
  }
  if (error instanceof RedirectError) {
    const text = isolate(`${endpoint}: ${error.target}`);
    return { ...noDetails, kind: 'redirected', text, status: error.status };
  }
  if (error instanceof NetworkError) {
    const kind = isRedirectProblem(error.problem) ? 'redirected' : await diagnose(circumstances);
    return { ...noDetails, kind, text: isolate(`${endpoint}: ${error.problem}`) };
  }
  // Invalid arguments. The settings were checked, so this bug must not be hidden.
  throw error;
}

/** `42 seconds`. */
export function inSeconds(ms: number): string {
  return formatUnit({ seconds: Math.ceil(ms / 1_000) }, 'long');
}

function isRedirectProblem(problem: NetworkError['problem']): boolean {
  return problem === 'too-many-redirects' || problem === 'unusable-redirect';
}

/**
 * Browsers report the same error for a service that is down and a service that forbids cross-origin
 * reads. A `no-cors` request succeeds only if the service is up.
 */
async function diagnose({
  settings,
  fetch,
  signal,
  beforeRequest,
  wasAnswered,
}: Circumstances): Promise<'cross-origin' | 'unreachable'> {
  if (wasAnswered) return 'unreachable';
  try {
    await beforeRequest(signal);
    const response = await fetch(`${settings.baseUrl}/v2/price_feeds`, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
    });
    void response.body?.cancel();
    return 'cross-origin';
  } catch {
    signal.throwIfAborted();
    return 'unreachable';
  }
}

/**
 * The text may be shown on a shared screen, so a message with any secret, however short, is left
 * out.
 */
function withoutSecrets(detail: string | undefined, settings: ConnectionSettings): string | null {
  if (!detail) return null;
  // The displayed text lacks invisible characters that could split a secret.
  const shown = plainText(detail, LONGEST_DETAIL);
  const isSecret = connectionSecrets(settings).some(
    (secret) => detail.includes(secret) || shown.includes(secret),
  );
  return isSecret ? null : shown || null;
}
