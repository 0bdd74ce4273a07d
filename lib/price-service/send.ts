import { readText } from './body.ts';
import { HttpStatusError, NetworkError } from './errors.ts';
import type { Settings } from './settings.ts';

const LONGEST_DETAIL = 300;
/** Enough bytes for the detail before secrets in it are blanked. */
const DETAIL_BYTES = 16_384;

/**
 * One GET. Redirects are followed by the platform, which keeps the headers (and, to another
 * origin, drops Authorization alone). 303 and 308 are followed like 301, 302 and 307: browsers do
 * not tell a page which of them it was.
 *
 * @throws NetworkError when there is no answer
 */
export async function send(
  settings: Settings,
  endpoint: string,
  request: { pathWithQuery: string; headers: Headers; signal: AbortSignal },
): Promise<Response> {
  try {
    return await settings.fetch(`${settings.base}/${request.pathWithQuery}`, {
      headers: request.headers,
      signal: request.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'follow',
      referrerPolicy: 'no-referrer',
    });
  } catch (cause) {
    throw new NetworkError(endpoint, 'The price service could not be reached', { cause });
  }
}

/** The error for a refused request. A body that breaks or never ends only costs the detail. */
export async function readStatusError(
  settings: Settings,
  endpoint: string,
  response: Response,
): Promise<HttpStatusError> {
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'));
  const detail = await readDetail(settings, endpoint, response);
  return new HttpStatusError(response.status, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(detail === '' ? {} : { detail }),
  });
}

async function readDetail(
  settings: Settings,
  endpoint: string,
  response: Response,
): Promise<string> {
  const type = response.headers.get('content-type');
  if (type !== null && !/^text\/plain\b|json\b/i.test(type)) {
    await response.body?.cancel();
    return '';
  }
  try {
    const { text } = await readText(endpoint, response, DETAIL_BYTES);
    return settings.redact(text.trim()).slice(0, LONGEST_DETAIL);
  } catch {
    // The status is known and says more than the failure to read what came with it.
    return '';
  }
}

/** `Retry-After` is either whole seconds or an HTTP date. */
function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
