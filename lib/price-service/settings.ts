import { LONGEST_TIMER_MS } from './delay.ts';
import { createRedactor, type Redact } from './redact.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An answer with a status other than 2xx, as far as its headers describe it. */
export interface Refusal {
  status: number;
  /** What the service asked for in `Retry-After`, in milliseconds from now. */
  retryAfterMs: number | undefined;
}

export interface PriceServiceClientOptions {
  /** Milliseconds that one attempt may take, to the last byte. Default 5000. */
  timeoutMs?: number;
  /** Further attempts after the first. Default 3. */
  httpRetries?: number;
  /** Larger answers (after decompression) are errors and read no further. Default 64 MiB. */
  maxAnswerBytes?: number;
  /**
   * Sent with every call. Secrets: they reach neither an error nor, after a redirect,
   * another origin than the base URL's.
   */
  headers?: Readonly<Record<string, string>>;
  /** Narrows what is retried; timeouts and aborts are not retried in any case. Default: all. */
  retryIf?: (error: unknown) => boolean;
  /** Default: the global fetch. Its responses must have `type`, `url` and `redirected`. */
  fetch?: Fetch;
  /** 0 ≤ value < 1, for the retry delay. Default: Math.random. */
  random?: () => number;
  /**
   * Awaited before every HTTP request: first attempts, retries, stream connects and reconnects, and
   * each further request after a redirect that is not left to the platform. The time it takes is
   * not part of the timeout. When it rejects, the request is not made: a call rejects with the same
   * reason, a stream reports it and closes.
   */
  beforeRequest?: (signal: AbortSignal) => Promise<void>;
  /**
   * Awaited as soon as the headers of an answer other than 2xx have arrived, before its body is
   * read, for calls and stream connects. When it rejects, so does the attempt.
   */
  onRefusal?: (refusal: Refusal) => Promise<void> | void;
}

/** The checked options, as the other modules use them. */
export interface Settings {
  /** Scheme, host and path prefix, without a slash at the end. */
  base: string;
  headers: Headers;
  timeoutMs: number;
  httpRetries: number;
  maxAnswerBytes: number;
  retryIf: (error: unknown) => boolean;
  fetch: Fetch;
  random: () => number;
  beforeRequest: (signal: AbortSignal) => Promise<void>;
  onRefusal: (refusal: Refusal) => Promise<void>;
  /** Blanks path prefix and header values in a text that the service sent. */
  redact: Redact;
}

/** @throws TypeError for a base URL, header or number that cannot be used; it names no secret */
export function readSettings(baseUrl: string, options: PriceServiceClientOptions): Settings {
  const { origin, prefix } = readBaseUrl(baseUrl);
  const headers = readHeaders(options.headers ?? {});
  return {
    base: origin + prefix,
    headers,
    timeoutMs: readWholeNumber('timeoutMs', options.timeoutMs ?? 5000, 1),
    httpRetries: readWholeNumber('httpRetries', options.httpRetries ?? 3, 0),
    maxAnswerBytes: readWholeNumber('maxAnswerBytes', options.maxAnswerBytes ?? 64 * 2 ** 20, 1),
    retryIf: options.retryIf ?? (() => true),
    // Called as a plain function and looked up late: browsers refuse a fetch with another `this`.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    random: options.random ?? Math.random,
    beforeRequest: options.beforeRequest ?? (() => Promise.resolve()),
    onRefusal: async (refusal) => options.onRefusal?.(refusal),
    redact: createRedactor(prefix, headers),
  };
}

function readBaseUrl(baseUrl: string): { origin: string; prefix: string } {
  // The platform's own error carries the URL, so it is not kept as the cause.
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
  // Joined by string later: `new URL('/v2/…', base)` would drop a prefix such as `/hermes`.
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
