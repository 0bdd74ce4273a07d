import {
  HttpStatusError,
  InvalidResponseError,
  NetworkError,
  RedirectError,
  RequestTimeoutError,
  type PriceServiceClientOptions,
} from '../price-service/index.ts';
import { plainText } from '../text/plain-text.ts';
import type { ConnectionSettings } from '../storage/settings.ts';
import { RequestPausedError } from './request-budget.ts';
import { connectionSecrets } from './secrets.ts';

/** Why a call failed. */
export interface CallFailure {
  /**
   * `cross-origin`: the service answers, but the browser hides the answer until the user grants
   * access. `unreachable`: the service does not answer. `broken`: the connection broke during an
   * answer. `paused`: no request was made because of a rate limit. `redirect`: a redirect leads to
   * a site that does not get the headers and rejects the call without them. `not-covered`: the
   * access token does not cover the feed.
   */
  kind:
    | 'status'
    | 'not-covered'
    | 'timeout'
    | 'invalid'
    | 'cross-origin'
    | 'unreachable'
    | 'broken'
    | 'paused'
    | 'redirect';
  /** The error's exact text. */
  text: string;
  /** The HTTP status, if there was one. */
  status: number | null;
  /** The message from the service, unless it contains a secret. */
  detail: string | null;
  /** The milliseconds to wait before the next request, if the service sent them. */
  retryAfterMs: number | null;
}

interface Circumstances {
  settings: ConnectionSettings;
  fetch: NonNullable<PriceServiceClientOptions['fetch']>;
  signal: AbortSignal;
  /** Waits until a request may be sent. */
  beforeRequest: (signal: AbortSignal) => Promise<void>;
  /** Whether the failed call received the status of an answer. */
  wasAnswered: boolean;
}

const PROBE_TIMEOUT_MS = 5_000;
/** In characters, the same limit as in the client. */
const LONGEST_DETAIL = 300;

/**
 * Finds out why a call failed.
 *
 * @throws the signal's reason if the signal aborted the call
 */
export async function readFailure(
  error: unknown,
  circumstances: Circumstances,
): Promise<CallFailure> {
  circumstances.signal.throwIfAborted();
  const noDetails = { status: null, detail: null, retryAfterMs: null };
  if (error instanceof HttpStatusError) {
    return {
      kind: 'status',
      text: error.message,
      status: error.status,
      detail: withoutSecrets(error.detail, circumstances.settings),
      retryAfterMs: error.retryAfterMs ?? null,
    };
  }
  if (error instanceof InvalidResponseError) {
    return { ...noDetails, kind: 'invalid', text: error.message, status: error.status };
  }
  if (error instanceof RequestTimeoutError) {
    return { ...noDetails, kind: 'timeout', text: error.message };
  }
  if (error instanceof RequestPausedError) {
    const retryAfterMs = Math.max(0, error.until - Date.now());
    return { ...noDetails, kind: 'paused', text: error.message, retryAfterMs };
  }
  if (error instanceof RedirectError) {
    return { ...noDetails, kind: 'redirect', text: error.message, status: error.status };
  }
  if (error instanceof NetworkError) {
    return { ...noDetails, kind: await diagnose(circumstances), text: error.message };
  }
  // Invalid arguments. The settings were checked, so this is a bug and must not be hidden.
  throw error;
}

/**
 * Browsers report the same error for a service that is down and for a service that does not allow
 * other origins to read its answers. A `no-cors` request distinguishes them: it succeeds with an
 * unreadable answer if the service is up.
 */
async function diagnose({
  settings,
  fetch,
  signal,
  beforeRequest,
  wasAnswered,
}: Circumstances): Promise<'cross-origin' | 'unreachable' | 'broken'> {
  if (wasAnswered) return 'broken';
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
 * The client already removes long secrets. This text is shown on a page, perhaps on a shared
 * screen, so a message that contains any secret of the settings, however short, is left out.
 */
function withoutSecrets(detail: string | undefined, settings: ConnectionSettings): string | null {
  if (!detail) return null;
  // Check the displayed text too: it lacks the invisible characters that could split a secret.
  const shown = plainText(detail, LONGEST_DETAIL);
  const isSecret = connectionSecrets(settings).some(
    (secret) => detail.includes(secret) || shown.includes(secret),
  );
  return isSecret ? null : shown || null;
}
