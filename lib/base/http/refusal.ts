import type { Answer } from './body.ts';
import { readText } from './body.ts';
import { startDeadline } from './deadline.ts';
import { HttpStatusError } from './errors.ts';
import type { Refusal } from './settings.ts';

const LONGEST_DETAIL = 300;
/** Large enough for the detail after secrets are removed. */
const DETAIL_BYTES = 16_384;
/** After this time, the error is reported without the body. */
const LONGEST_DETAIL_MS = 1000;
const NO_TEXT = { text: '', complete: true };
/** A longer pause must be a mistake. Timers cannot exceed 24 days. */
const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

export function readRefusal({ status, headers }: Response): Refusal {
  return { status, retryAfterMs: readRetryAfter(headers) };
}

/** Reads the error of a response. If the body breaks off or never ends, the error has no detail. */
export async function readStatusError(answer: Answer): Promise<HttpStatusError> {
  const { status, retryAfterMs } = readRefusal(answer.response);
  const detail = await readDetail(answer);
  return new HttpStatusError(status, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(detail === '' ? {} : { detail }),
    isOfPage: isOfPage(answer.response),
  });
}

/** Services respond with JSON or plain text, and never challenge a browser. */
function isOfPage({ headers }: Response): boolean {
  return headers.has('cf-mitigated') || /\bhtml\b/i.test(headers.get('content-type') ?? '');
}

async function readDetail(answer: Answer): Promise<string> {
  const { response, settings, endpoint, signal } = answer;
  const type = response.headers.get('content-type');
  // The start of an HTML page says nothing useful.
  if (type !== null && !/^text\/plain\b|json\b/i.test(type)) return '';
  const deadline = startDeadline(endpoint, LONGEST_DETAIL_MS, signal);
  // The status is more useful than an error from reading the body.
  const { text, complete } = await readText(answer, DETAIL_BYTES, deadline.signal).catch(
    () => NO_TEXT,
  );
  deadline.end();
  return settings.redact(text, !complete).trim().slice(0, LONGEST_DETAIL);
}

/** Reads whole seconds or an HTTP date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, LONGEST_RETRY_AFTER_MS);
  // Date.parse accepts almost anything, even "-5 GMT".
  const date = /^[A-Za-z]+, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(0, date - Date.now()), LONGEST_RETRY_AFTER_MS);
}
