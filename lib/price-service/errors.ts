/**
 * Every error of this client. None of their texts holds a URL or a header value: a base URL's path
 * and the headers may be secrets, so an endpoint is named by its path under the base URL.
 */

/** A status other than 2xx (stream: other than 200). */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  /** What the service asked for in `Retry-After`, in milliseconds from the answer. */
  declare readonly retryAfterMs?: number;
  /** The first 300 characters of a plain-text answer, such as `Price ids not found: …`. */
  declare readonly detail?: string;

  constructor(status: number, more: { retryAfterMs?: number; detail?: string } = {}) {
    super(`HTTP error! status: ${status}`);
    this.status = status;
    if (more.retryAfterMs !== undefined) this.retryAfterMs = more.retryAfterMs;
    if (more.detail !== undefined) this.detail = more.detail;
  }
}

/** One attempt did not finish within `timeoutMs`. Never retried by a call. */
export class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
  readonly endpoint: string;
  readonly timeoutMs: number;

  constructor(endpoint: string, timeoutMs: number) {
    super(`No answer from ${endpoint} within ${timeoutMs} ms`);
    this.endpoint = endpoint;
    this.timeoutMs = timeoutMs;
  }
}

/** An answer or stream event that is no JSON, too large, or not of the expected shape. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
  /** Path under the base URL, e.g. `v2/updates/price/latest`. */
  readonly endpoint: string;
  readonly status: number;
  /** At most five, each `path: code`, e.g. `parsed.0.price.expo: invalid_type`. */
  readonly issues: readonly string[];

  constructor(endpoint: string, status: number, issues: readonly string[], options?: ErrorOptions) {
    super(`Invalid response from ${endpoint} (status ${status}): ${issues.join('; ')}`, options);
    this.endpoint = endpoint;
    this.status = status;
    this.issues = issues;
  }
}

/**
 * The service was not reached, or the connection broke or, for a stream, ended. It is a class of
 * its own because fetch reports these as TypeError, which here always means a wrong argument.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly endpoint: string;

  constructor(endpoint: string, what: string, options?: ErrorOptions) {
    super(`${what} (${endpoint})`, options);
    this.endpoint = endpoint;
  }
}

/**
 * The service redirects a call with headers to where these are not sent, and refuses it without
 * them.
 */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  readonly endpoint: string;
  /** Of the answer to the request without the headers. */
  readonly status: number;

  constructor(endpoint: string, status: number, target: 'other-site' | 'hidden') {
    const where =
      target === 'other-site' ? 'another site' : 'an address that the browser does not reveal';
    super(`The service redirects to ${where}; your headers are not sent there (${endpoint})`);
    this.endpoint = endpoint;
    this.status = status;
  }
}

/**
 * Not for callers, who get its cause: `beforeRequest` rejected, so a request was not made. Neither a
 * retry nor a reconnect follows.
 */
export class NotAskedError extends Error {
  override readonly name = 'NotAskedError';
}

/** The service's own words: a stream event named `error`, its text cut to 300 characters. */
export class StreamMessageError extends Error {
  override readonly name = 'StreamMessageError';
}
