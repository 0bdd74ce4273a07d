import { NetworkError } from './errors.ts';

/** Enough for any sensible service. More are treated as a redirect loop. */
const MOST_REDIRECTS = 5;

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Makes one request, with or without the user's headers. */
export type SendRequest = (
  url: string,
  options: { hasHeaders: boolean; redirect: 'follow' | 'manual' },
) => Promise<Response>;

export interface RedirectResult {
  response: Response;
  /**
   * Why the response is to a request without the headers. `other-site`: redirects led to another
   * origin. `hidden`: there was no redirect without the headers, so the target of the redirect with
   * them is unknown.
   */
  headersOmitted?: 'other-site' | 'hidden';
}

/**
 * Requests a URL with the user's headers and follows redirects without sending the headers to any
 * other origin. If the platform followed them, it would send all headers except `Authorization` to
 * every origin.
 *
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
 * Requests a URL with the user's headers, if any, and follows no redirect.
 *
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
 * Browsers hide the status and the location of a redirect, even from extensions with access to the
 * site. So we make a request without the headers, which the browser may redirect anywhere. If it
 * ends within the origin, we request that URL again with the headers.
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

/** Outside browsers (Node), a redirect that is not followed is an ordinary response. */
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
  // The platform rejects other schemes only when it follows redirects itself. A direct fetch would
  // read `data:`.
  if (target?.protocol !== 'https:' && target?.protocol !== 'http:') {
    throw new NetworkError(endpoint, 'unusable-redirect');
  }
  return target.href;
}

/** Compares scheme, host and port: http and https are different origins. */
function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function cancel({ body }: Response): void {
  body?.cancel().catch(() => {});
}
