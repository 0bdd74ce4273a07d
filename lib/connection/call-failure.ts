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

/** Why a call gave nothing. */
export interface CallFailure {
  /**
   * `cross-origin`: it answers, but the browser keeps the answer from us; access can be granted.
   * `unreachable`: it does not answer. `broken`: the connection ended within an answer. `paused`: it
   * was not asked, for it had asked for a pause. `redirect`: it redirects to where the headers are
   * not sent, and refuses the call without them. `not-covered`: the access token does not cover the
   * feed.
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
  /** HTTP status where there was one. */
  status: number | null;
  /** The service's own words, where they hold no secret. */
  detail: string | null;
  /** Milliseconds after which the service wants to be asked again. */
  retryAfterMs: number | null;
}

interface Circumstances {
  settings: ConnectionSettings;
  fetch: NonNullable<PriceServiceClientOptions['fetch']>;
  signal: AbortSignal;
  /** Waits until a request may be sent. */
  beforeRequest: (signal: AbortSignal) => Promise<void>;
  /** Whether the failed call got as far as an answer's status. */
  wasAnswered: boolean;
}

const PROBE_TIMEOUT_MS = 5_000;
/** Characters; the client gives no more. */
const LONGEST_DETAIL = 300;

/** Tells what a failed call means. Rejects with the signal's reason when that has ended the call. */
export async function readFailure(
  error: unknown,
  circumstances: Circumstances,
): Promise<CallFailure> {
  circumstances.signal.throwIfAborted();
  const nothing = { status: null, detail: null, retryAfterMs: null };
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
    return { ...nothing, kind: 'invalid', text: error.message, status: error.status };
  }
  if (error instanceof RequestTimeoutError) {
    return { ...nothing, kind: 'timeout', text: error.message };
  }
  if (error instanceof RequestPausedError) {
    const retryAfterMs = Math.max(0, error.until - Date.now());
    return { ...nothing, kind: 'paused', text: error.message, retryAfterMs };
  }
  if (error instanceof RedirectError) {
    return { ...nothing, kind: 'redirect', text: error.message, status: error.status };
  }
  if (error instanceof NetworkError) {
    return { ...nothing, kind: await diagnose(circumstances), text: error.message };
  }
  // Wrong arguments; the settings were checked, so this is a mistake of ours and has to be seen.
  throw error;
}

/**
 * A browser gives one and the same error for a service that is down and for one that does not let
 * other origins read it. A request whose answer nobody can read tells them apart.
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
 * The client blanks long secrets already. Here a person reads along, perhaps on a shared screen:
 * words of the service that hold any of the settings' secrets, however short, are left out whole.
 */
function withoutSecrets(
  detail: string | undefined,
  { baseUrl, headers }: ConnectionSettings,
): string | null {
  if (!detail) return null;
  const path = new URL(baseUrl).pathname;
  const secrets = [
    ...headers.map(({ value }) => value),
    ...headers.flatMap(({ value }) => value.split(/\s+/).slice(1)),
    ...(path === '/' ? [] : [path]),
  ];
  // Also as it is shown: without the invisible characters that may part a secret.
  const shown = plainText(detail, LONGEST_DETAIL);
  const isSecret = secrets.some((secret) => detail.includes(secret) || shown.includes(secret));
  return isSecret ? null : shown || null;
}
