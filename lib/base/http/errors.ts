/**
 * All errors of this client. Their texts never contain a URL or a header value, because the headers
 * and the path of the base URL may be secret. An endpoint is given as its path under the base URL.
 */

/** A status other than 2xx (stream: other than 200). */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  /** The pause that the service requested with `Retry-After`, in milliseconds from the answer. */
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

/** An answer or stream event that is not JSON, is too large, or has the wrong shape. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
  /** Path under the base URL, e.g. `v2/updates/price/latest`. */
  readonly endpoint: string;
  readonly status: number;
  /** At most five, each as `path: code`, e.g. `parsed.0.price.expo: invalid_type`. */
  readonly issues: readonly string[];
  /** Whether the answer was larger than the limit. If so, another attempt fails the same way. */
  declare readonly isTooLarge?: boolean;

  constructor(
    endpoint: string,
    status: number,
    issues: readonly string[],
    { isTooLarge, ...options }: ErrorOptions & { isTooLarge?: boolean } = {},
  ) {
    super(`Invalid response from ${endpoint} (status ${status}): ${issues.join('; ')}`, options);
    this.endpoint = endpoint;
    this.status = status;
    this.issues = issues;
    if (isTooLarge !== undefined) this.isTooLarge = isTooLarge;
  }
}

/**
 * The service could not be reached, the connection broke, or a stream ended. fetch reports these as
 * TypeError, but in this client a TypeError always means an invalid argument.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly endpoint: string;
  readonly problem: NetworkProblem;

  constructor(endpoint: string, problem: NetworkProblem, options?: ErrorOptions) {
    super(`${NETWORK_PROBLEMS[problem]} (${endpoint})`, options);
    this.endpoint = endpoint;
    this.problem = problem;
  }
}

export type NetworkProblem = keyof typeof NETWORK_PROBLEMS;

const NETWORK_PROBLEMS = {
  unreachable: 'The service could not be reached',
  broken: 'The connection broke',
  'stream-ended': 'The stream ended',
  'too-many-redirects': 'The service redirects too many times',
  'unusable-redirect': 'The service redirects to an address that cannot be used',
  'refused-redirect': 'The service redirects, which is not followed',
} as const;

/**
 * The service redirects a call to a site that does not get the headers, and that site rejects the
 * call without them.
 */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  readonly endpoint: string;
  /** The status of the answer to the request without the headers. */
  readonly status: number;
  /** `hidden`: the browser does not reveal where the redirect leads. */
  readonly target: 'other-site' | 'hidden';

  constructor(endpoint: string, status: number, target: RedirectError['target']) {
    const where =
      target === 'other-site' ? 'another site' : 'an address that the browser does not reveal';
    super(`The service redirects to ${where}; your headers are not sent there (${endpoint})`);
    this.endpoint = endpoint;
    this.status = status;
    this.target = target;
  }
}

/**
 * `beforeRequest` rejected, so the request was not made. There is no retry or reconnect. Internal:
 * callers get the cause instead.
 */
export class RequestNotMadeError extends Error {
  override readonly name = 'RequestNotMadeError';
}

/** A stream event named `error`: a message from the service, cut to 300 characters. */
export class StreamMessageError extends Error {
  override readonly name = 'StreamMessageError';
}

/** Returns what was thrown as an Error. */
export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
