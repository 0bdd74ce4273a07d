import { NetworkError } from './errors.ts';

/** Enough for any service that means it; a sixth is taken for a circle. */
const MOST_REDIRECTS = 5;

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Makes one request, with the user's headers or without them. */
export type Ask = (
  url: string,
  options: { hasHeaders: boolean; redirect: 'follow' | 'manual' },
) => Promise<Response>;

export interface Reached {
  response: Response;
  /**
   * `other-site`: redirects led to another origin, which was asked without the headers. `hidden`:
   * without the headers there was no redirect, so nobody knows where the one with them leads.
   */
  isWithoutHeaders?: 'other-site' | 'hidden';
}

/**
 * Asks for a URL with the user's headers and follows redirects so that these reach the URL's own
 * origin only. The platform's own following would take all but `Authorization` to any other.
 *
 * @throws NetworkError for redirects that lead nowhere
 */
export async function askWithHeaders(url: string, endpoint: string, ask: Ask): Promise<Reached> {
  const response = await ask(url, { hasHeaders: true, redirect: 'manual' });
  return response.type === 'opaqueredirect'
    ? followHidden(url, ask)
    : followShown({ url, endpoint, ask }, response);
}

/**
 * Browsers show neither the status nor the location of a redirect, to extensions with access to the
 * site neither. So the way is found by a request without the headers, which the browser may follow
 * anywhere; an address within the origin is then asked again with them.
 */
async function followHidden(url: string, ask: Ask): Promise<Reached> {
  const found = await ask(url, { hasHeaders: false, redirect: 'follow' });
  if (!found.redirected) return { response: found, isWithoutHeaders: 'hidden' };
  if (!isSameOrigin(found.url, url)) return { response: found, isWithoutHeaders: 'other-site' };
  const response = await ask(found.url, { hasHeaders: true, redirect: 'manual' });
  if (response.type === 'opaqueredirect') return { response: found, isWithoutHeaders: 'hidden' };
  cancel(found);
  return { response };
}

/** Elsewhere (Node) a redirect that is not followed is an answer like any other. */
async function followShown(
  { url, endpoint, ask }: { url: string; endpoint: string; ask: Ask },
  first: Response,
): Promise<Reached> {
  let at = url;
  let response = first;
  for (let redirects = 0; REDIRECT_STATUSES.has(response.status); redirects += 1) {
    const location = response.headers.get('location');
    if (location === null) break;
    cancel(response);
    if (redirects === MOST_REDIRECTS) {
      throw new NetworkError(endpoint, 'The service redirects too many times');
    }
    at = resolve(location, at, endpoint);
    response = await ask(at, { hasHeaders: isSameOrigin(at, url), redirect: 'manual' });
  }
  return isSameOrigin(at, url) ? { response } : { response, isWithoutHeaders: 'other-site' };
}

function resolve(location: string, base: string, endpoint: string): string {
  const target = URL.canParse(location, base) ? new URL(location, base) : undefined;
  // Only the platform's own following refuses other schemes: fetch would read `data:`.
  if (target?.protocol !== 'https:' && target?.protocol !== 'http:') {
    throw new NetworkError(endpoint, 'The service redirects to an address that cannot be used');
  }
  return target.href;
}

/** Scheme, host and port: http instead of https is another origin too. */
function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function cancel({ body }: Response): void {
  body?.cancel().catch(() => {});
}
