import type { Answer } from './body.ts';
import { readText } from './body.ts';
import { HttpStatusError } from './errors.ts';
import { createNetworkError } from './redact.ts';
import type { Settings } from './settings.ts';

const LONGEST_DETAIL = 300;
/** Enough bytes for the detail before secrets in it are blanked. */
const DETAIL_BYTES = 16_384;
/** A service that asks for a longer pause has made a mistake; timers take no more than 24 days. */
const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

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
): Promise<Answer> {
  try {
    const response = await settings.fetch(`${settings.base}/${request.pathWithQuery}`, {
      headers: request.headers,
      signal: request.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'follow',
      referrerPolicy: 'no-referrer',
    });
    return { settings, endpoint, response };
  } catch (cause) {
    throw createNetworkError(settings, endpoint, { cause });
  }
}

/** The error for a refused request. A body that breaks or never ends only costs the detail. */
export async function readStatusError(answer: Answer): Promise<HttpStatusError> {
  const { response } = answer;
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'));
  const detail = await readDetail(answer);
  return new HttpStatusError(response.status, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(detail === '' ? {} : { detail }),
  });
}

async function readDetail(answer: Answer): Promise<string> {
  const { response, settings } = answer;
  const type = response.headers.get('content-type');
  // A page of markup tells nobody anything in 300 characters.
  if (type !== null && !/^text\/plain\b|json\b/i.test(type)) return '';
  try {
    const { text } = await readText(answer, DETAIL_BYTES);
    return settings.redact(text.trim()).slice(0, LONGEST_DETAIL);
  } catch {
    // The status is known and says more than the failure to read what came with it.
    return '';
  }
}

/** `Retry-After` is either whole seconds or an HTTP date. */
function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, LONGEST_RETRY_AFTER_MS);
  // Date.parse reads a date into almost anything, into "-5" too.
  const date = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(0, date - Date.now()), LONGEST_RETRY_AFTER_MS);
}
