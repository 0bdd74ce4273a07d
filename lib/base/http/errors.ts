/**
 * Error messages never contain a URL or a header value, because headers and the base URL's path may
 * be secret. An endpoint is its path under the base URL.
 */

/** A status other than 2xx (stream: other than 200). */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  /** From the response's `Retry-After`, in milliseconds. */
  declare readonly retryAfterMs?: number;
  /** The first 300 characters of plain text, such as `Price ids not found: …`. */
  declare readonly detail?: string;
  /** Something on the way, such as a proxy, sent the status: a web page, or a challenge. */
  declare readonly isOfPage?: boolean;

  constructor(
    status: number,
    more: { retryAfterMs?: number; detail?: string; isOfPage?: boolean } = {},
  ) {
    super(`HTTP error! status: ${status}`);
    this.status = status;
    if (more.retryAfterMs !== undefined) this.retryAfterMs = more.retryAfterMs;
    if (more.detail !== undefined) this.detail = more.detail;
    if (more.isOfPage === true) this.isOfPage = true;
  }
}

/** One attempt took longer than `timeoutMs`. Calls never retry after this error. */
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

/** A response or stream event that is not JSON, is too large, or has the wrong shape. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
  /** Path under the base URL: `v2/updates/price/latest`. */
  readonly endpoint: string;
  readonly status: number;
  /** At most five, each as `path: code`: `parsed.0.price.expo: invalid_type`. */
  readonly issues: readonly string[];
  /** Another attempt would also be too large. */
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
 * The service is unreachable, the connection broke, or a stream ended. fetch reports these as
 * TypeError, which means an invalid argument here.
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

type NetworkProblem = keyof typeof NETWORK_PROBLEMS;

const NETWORK_PROBLEMS = {
  unreachable: 'The service could not be reached',
  broken: 'The connection broke',
  'stream-ended': 'The stream ended',
  'too-many-redirects': 'The service redirects too many times',
  'unusable-redirect': 'The service redirects to an address that cannot be used',
  'refused-redirect': 'The service redirects, which is not followed',
} as const;

/** A redirect leads to a site that gets no headers and rejects the call without them. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  readonly endpoint: string;
  /** Status of the response to the request without headers. */
  readonly status: number;
  /** `hidden`: the browser does not reveal the target. */
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
 * `beforeRequest` rejected. There is no retry or reconnect. Internal: callers get the cause
 * instead.
 */
export class RequestNotMadeError extends Error {
  override readonly name = 'RequestNotMadeError';
}

/** An event named `error`: the service's message, cut to 300 characters. */
export class StreamMessageError extends Error {
  override readonly name = 'StreamMessageError';
}

export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
