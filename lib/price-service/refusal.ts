import type { Answer } from './body.ts';
import { readChunks } from './body.ts';
import { startDeadline } from './deadline.ts';
import { HttpStatusError } from './errors.ts';
import type { Refusal } from './settings.ts';

const LONGEST_DETAIL = 300;
/** Enough bytes for the detail before secrets in it are blanked. */
const DETAIL_BYTES = 16_384;
/** An error is not held back for longer by the words that come with it. */
const LONGEST_DETAIL_MS = 1000;
/** A service that asks for a longer pause has made a mistake; timers take no more than 24 days. */
const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** What the headers of a refused request say. */
export function readRefusal({ status, headers }: Response): Refusal {
  return { status, retryAfterMs: readRetryAfter(headers) };
}

/** The error for a refused request. A body that breaks or never ends only costs the detail. */
export async function readStatusError(answer: Answer): Promise<HttpStatusError> {
  const { status, retryAfterMs } = readRefusal(answer.response);
  const detail = await readDetail(answer);
  return new HttpStatusError(status, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(detail === '' ? {} : { detail }),
  });
}

async function readDetail(answer: Answer): Promise<string> {
  const { response, settings, endpoint, signal } = answer;
  const type = response.headers.get('content-type');
  // A page of markup tells nobody anything in 300 characters.
  if (type !== null && !/^text\/plain\b|json\b/i.test(type)) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const take = (chunk: Uint8Array): boolean => {
    bytes += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
    return bytes <= DETAIL_BYTES;
  };
  const deadline = startDeadline(endpoint, LONGEST_DETAIL_MS, signal);
  // The status is known and says more than a failure to read what came with it.
  const isWhole = await readChunks(answer, take, deadline.signal).catch(() => false);
  deadline.end();
  return settings.redact(text, !isWhole).trim().slice(0, LONGEST_DETAIL);
}

/** `Retry-After` is either whole seconds or an HTTP date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, LONGEST_RETRY_AFTER_MS);
  // Date.parse reads a date into almost anything, into "-5" too.
  const date = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(0, date - Date.now()), LONGEST_RETRY_AFTER_MS);
}
