import { LONGEST_TIMER_MS } from './delay.ts';
import { createRedactor, type Redact } from './redact.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A response with a status other than 2xx. */
export interface Refusal {
  status: number;
  /** From `Retry-After`, in milliseconds from now. */
  retryAfterMs: number | undefined;
}

export interface HttpClientOptions {
  /** Time limit of one attempt, up to the last byte. Default 5000. */
  timeoutMs?: number;
  /** Retries after the first attempt. Default 3. */
  httpRetries?: number;
  /** Size after decompression. Default 64 MiB. */
  maxAnswerBytes?: number;
  /**
   * Secret headers: errors never contain them, and they are not sent to another origin after a
   * redirect.
   */
  headers?: Readonly<Record<string, string>>;
  /** Which errors are retried; timeouts and aborts never are. Default: all others. */
  retryIf?: (error: unknown) => boolean;
  /** Default `follow`. With `refuse`, a redirect is a NetworkError and causes no other request. */
  redirects?: 'follow' | 'refuse';
  /** Default: the global fetch. Its responses need `type`, `url` and `redirected`. */
  fetch?: Fetch;
  /** Returns a number ≥ 0 and < 1 for the retry delay. Default: Math.random. */
  random?: () => number;
  /**
   * Awaited before every HTTP request, including retries, reconnects and redirects that the client
   * follows. Does not count toward the timeout. If it rejects, no request is made: a call rejects
   * with its reason; a stream reports it and closes.
   */
  beforeRequest?: (signal: AbortSignal) => Promise<void>;
  /**
   * Awaited before the body of a response other than 2xx is read. If it rejects, the attempt
   * rejects too.
   */
  onRefusal?: (refusal: Refusal) => Promise<void> | void;
}

/** Options that replace the client's options for one call. */
export interface CallOptions extends Pick<
  HttpClientOptions,
  'timeoutMs' | 'httpRetries' | 'beforeRequest'
> {
  /** Aborts requests and retry delays. */
  signal?: AbortSignal;
}

/** The options after the check, with defaults. */
export interface Settings extends Required<Omit<HttpClientOptions, 'headers' | 'onRefusal'>> {
  /** Without a trailing slash. */
  base: string;
  headers: Headers;
  onRefusal: (refusal: Refusal) => Promise<void>;
  /** Removes the path prefix and header values from text. */
  redact: Redact;
}

/**
 * Checks the options and adds the defaults.
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
    // Browsers reject a call to fetch with any other `this`.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    random: options.random ?? Math.random,
    beforeRequest: options.beforeRequest ?? (() => Promise.resolve()),
    onRefusal: async (refusal) => options.onRefusal?.(refusal),
    redact: createRedactor(prefix, headers),
  };
}

/** @throws TypeError for an invalid number */
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
  // The platform's error contains the URL.
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
  // Returns a string, because `new URL('/v2/…', base)` would drop a prefix such as `/hermes`.
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
