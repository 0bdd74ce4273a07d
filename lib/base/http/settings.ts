import { LONGEST_TIMER_MS } from './delay.ts';
import { createRedactor, type Redact } from './redact.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The status and headers of an answer with a status other than 2xx. */
export interface Refusal {
  status: number;
  /** The pause that the service requested with `Retry-After`, in milliseconds from now. */
  retryAfterMs: number | undefined;
}

export interface HttpClientOptions {
  /** The most milliseconds for one attempt, up to the last byte. Default 5000. */
  timeoutMs?: number;
  /** Further attempts after the first. Default 3. */
  httpRetries?: number;
  /** The largest answer in bytes, after decompression. Default 64 MiB. */
  maxAnswerBytes?: number;
  /**
   * Sent with every call. They are secret: errors never contain them, and redirects to another
   * origin do not get them.
   */
  headers?: Readonly<Record<string, string>>;
  /** Which errors are retried. Timeouts and aborts never are. Default: all others. */
  retryIf?: (error: unknown) => boolean;
  /** Default `follow`. With `refuse`, a redirect is a NetworkError and leads to no other request. */
  redirects?: 'follow' | 'refuse';
  /** Default: the global fetch. Its responses must have `type`, `url` and `redirected`. */
  fetch?: Fetch;
  /** Returns a number ≥ 0 and < 1, for the retry delay. Default: Math.random. */
  random?: () => number;
  /**
   * Awaited before every HTTP request: first attempts, retries, stream connects and reconnects, and
   * each request after a redirect that the client follows itself. Its duration does not count
   * toward the timeout. If it rejects, the request is not made: a call rejects with the same
   * reason; a stream reports the reason and closes.
   */
  beforeRequest?: (signal: AbortSignal) => Promise<void>;
  /**
   * Awaited when the headers of an answer other than 2xx arrive, before its body is read, for calls
   * and stream connects. If it rejects, the attempt rejects too.
   */
  onRefusal?: (refusal: Refusal) => Promise<void> | void;
}

/** Options of one call. All but `signal` take the place of the client's for this call. */
export interface CallOptions extends Pick<
  HttpClientOptions,
  'timeoutMs' | 'httpRetries' | 'beforeRequest'
> {
  /** Aborts the call, its requests and its retry delays. */
  signal?: AbortSignal;
}

/** The checked options with their defaults. */
export interface Settings {
  /** Scheme, host and path prefix, without a trailing slash. */
  base: string;
  headers: Headers;
  timeoutMs: number;
  httpRetries: number;
  maxAnswerBytes: number;
  retryIf: (error: unknown) => boolean;
  redirects: 'follow' | 'refuse';
  fetch: Fetch;
  random: () => number;
  beforeRequest: (signal: AbortSignal) => Promise<void>;
  onRefusal: (refusal: Refusal) => Promise<void>;
  /** Removes the path prefix and header values from a text that the service sent. */
  redact: Redact;
}

/**
 * Checks the options and adds the defaults.
 *
 * @throws TypeError for an invalid base URL, header or number; the message contains no secret
 */
export function readSettings(baseUrl: string, options: HttpClientOptions): Settings {
  const { origin, prefix } = readBaseUrl(baseUrl);
  const headers = readHeaders(options.headers ?? {});
  return {
    base: origin + prefix,
    headers,
    timeoutMs: readWholeNumber('timeoutMs', options.timeoutMs ?? 5000, 1),
    httpRetries: readWholeNumber('httpRetries', options.httpRetries ?? 3, 0),
    maxAnswerBytes: readWholeNumber('maxAnswerBytes', options.maxAnswerBytes ?? 64 * 2 ** 20, 1),
    retryIf: options.retryIf ?? (() => true),
    redirects: options.redirects ?? 'follow',
    // A wrapper, because browsers reject a call to fetch with any other `this`.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    random: options.random ?? Math.random,
    beforeRequest: options.beforeRequest ?? (() => Promise.resolve()),
    onRefusal: async (refusal) => options.onRefusal?.(refusal),
    redact: createRedactor(prefix, headers),
  };
}

/** The settings of one call. @throws TypeError for an invalid number */
export function settingsOfCall(settings: Settings, options: CallOptions): Settings {
  const { timeoutMs, httpRetries, beforeRequest } = options;
  return {
    ...settings,
    timeoutMs: readWholeNumber('timeoutMs', timeoutMs ?? settings.timeoutMs, 1),
    httpRetries: readWholeNumber('httpRetries', httpRetries ?? settings.httpRetries, 0),
    beforeRequest: beforeRequest ?? settings.beforeRequest,
  };
}

function readBaseUrl(baseUrl: string): { origin: string; prefix: string } {
  // The platform's own error contains the URL, so it must not become the cause.
  if (!URL.canParse(baseUrl)) throw new TypeError('The base URL is not a URL');
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError('The base URL must be an http or https URL');
  }
  if (url.username || url.password) {
    throw new TypeError('The base URL must not contain a user name or password');
  }
  if (/[?#]/.test(url.href)) {
    throw new TypeError('The base URL must not contain a query or fragment');
  }
  // A string, because `new URL('/v2/…', base)` would drop a prefix such as `/hermes`.
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

function readHeaders(headers: Readonly<Record<string, string>>): Headers {
  const checked = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      checked.set(name, value);
    } catch {
      // The platform's error quotes the value, which is a secret.
      throw new TypeError(`The header ${JSON.stringify(name)} has a name or value HTTP forbids`);
    }
  }
  return checked;
}

function readWholeNumber(name: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least || value > LONGEST_TIMER_MS) {
    throw new TypeError(`${name} must be a whole number from ${least} to ${LONGEST_TIMER_MS}`);
  }
  return value;
}
