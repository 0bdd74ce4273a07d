import { NetworkError } from './errors.ts';

/** Longer chains are treated as a loop. */
const MOST_REDIRECTS = 5;

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Sends a request with or without the user's headers. */
export type SendRequest = (
  url: string,
  options: { hasHeaders: boolean; redirect: 'follow' | 'manual' },
) => Promise<Response>;

export interface RedirectResult {
  response: Response;
  /**
   * Why the request had no headers. `other-site`: redirects led to another origin. `hidden`: the
   * request without headers was not redirected, so the target with headers is unknown.
   */
  headersOmitted?: 'other-site' | 'hidden';
}

/**
 * Follows redirects without sending the user's headers to another origin. The platform would send
 * all headers except `Authorization` to every origin.
 * @throws NetworkError for a redirect loop or an unusable target
 */
export async function requestWithHeaders(
  url: string,
  endpoint: string,
  sendRequest: SendRequest,
): Promise<RedirectResult> {
  const response = await sendRequest(url, { hasHeaders: true, redirect: 'manual' });
  return response.type === 'opaqueredirect'
    ? followHidden(url, sendRequest)
    : followShown({ url, endpoint, sendRequest }, response);
}

/**
 * Does not follow redirects.
 * @throws NetworkError for a redirect
 */
export async function requestWithoutRedirects(
  url: string,
  endpoint: string,
  sendRequest: SendRequest,
): Promise<RedirectResult> {
  const response = await sendRequest(url, { hasHeaders: true, redirect: 'manual' });
  if (response.type !== 'opaqueredirect' && !REDIRECT_STATUSES.has(response.status)) {
    return { response };
  }
  cancel(response);
  throw new NetworkError(endpoint, 'refused-redirect');
}

/**
 * Browsers hide a redirect's status and location. So we send a request without headers, which the
 * browser may redirect anywhere. If it ends at the same origin, we request the final URL with the
 * headers.
 */
async function followHidden(url: string, sendRequest: SendRequest): Promise<RedirectResult> {
  const probe = await sendRequest(url, { hasHeaders: false, redirect: 'follow' });
  if (!probe.redirected) return { response: probe, headersOmitted: 'hidden' };
  if (!isSameOrigin(probe.url, url)) return { response: probe, headersOmitted: 'other-site' };
  const response = await sendRequest(probe.url, { hasHeaders: true, redirect: 'manual' });
  if (response.type === 'opaqueredirect') return { response: probe, headersOmitted: 'hidden' };
  cancel(probe);
  return { response };
}

/** Outside browsers (Node), a redirect is an ordinary response. */
async function followShown(
  { url, endpoint, sendRequest }: { url: string; endpoint: string; sendRequest: SendRequest },
  first: Response,
): Promise<RedirectResult> {
  let at = url;
  let response = first;
  for (let redirects = 0; REDIRECT_STATUSES.has(response.status); redirects += 1) {
    const location = response.headers.get('location');
    if (location === null) break;
    cancel(response);
    if (redirects === MOST_REDIRECTS) {
      throw new NetworkError(endpoint, 'too-many-redirects');
    }
    at = resolve(location, at, endpoint);
    response = await sendRequest(at, { hasHeaders: isSameOrigin(at, url), redirect: 'manual' });
  }
  return isSameOrigin(at, url) ? { response } : { response, headersOmitted: 'other-site' };
}

function resolve(location: string, base: string, endpoint: string): string {
  const target = URL.canParse(location, base) ? new URL(location, base) : undefined;
  // The platform checks schemes only when it follows redirects itself. A direct fetch would accept
  // `data:`.
  if (target?.protocol !== 'https:' && target?.protocol !== 'http:') {
    throw new NetworkError(endpoint, 'unusable-redirect');
  }
  return target.href;
}

/** http and https are different origins. */
function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function cancel({ body }: Response): void {
  body?.cancel().catch(() => {});
}
