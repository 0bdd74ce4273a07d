import { readText } from './body.ts';
import { startDeadline } from './deadline.ts';
import { delay, onAbort } from './delay.ts';
import {
  HttpStatusError,
  InvalidResponseError,
  RequestNotMadeError,
  RequestTimeoutError,
} from './errors.ts';
import { readStatusError } from './refusal.ts';
import { send } from './send.ts';
import type { Settings } from './settings.ts';

/** Some services send JSON as plain text. HTML is rejected. */
const JSON_OR_TEXT = /\bjson\b|^text\/plain\b/i;

export interface Call<T> {
  /** Path under the base URL, without the query. Names the call in errors. */
  endpoint: string;
  pathWithQuery: string;
  /** A smaller limit than the client's own. */
  maxBytes?: number;
  /** Reject a 2xx response that is neither JSON nor plain text. */
  mustBeJson?: boolean;
  /** Reads a 2xx response. Throws InvalidResponseError. */
  read: (text: string, status: number) => T | Promise<T>;
}

/**
 * Makes one call with its retries: after 100 + 0–99 ms, then with doubled delays. Timeouts, the
 * caller's abort and errors that `retryIf` excludes are not retried.
 */
export async function request<T>(
  settings: Settings,
  call: Call<T>,
  signal: AbortSignal = new AbortController().signal,
): Promise<T> {
  const firstDelayMs = 100 + Math.floor(settings.random() * 100);
  for (let retries = 0; ; retries += 1) {
    signal.throwIfAborted();
    try {
      return await attempt(settings, call, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RequestNotMadeError) throw error.cause;
      if (error instanceof RequestTimeoutError) throw error;
      if (retries >= settings.httpRetries || !settings.retryIf(error)) throw error;
    }
    await delay(firstDelayMs * 2 ** retries, signal);
  }
}

/** Makes the calls in parallel. The first failure rejects and aborts the others. */
export async function requestAll<T>(
  settings: Settings,
  calls: readonly Call<T>[],
  signal?: AbortSignal,
): Promise<T[]> {
  const controller = new AbortController();
  const ended = new AbortController();
  if (signal) onAbort(signal, () => controller.abort(signal.reason), ended.signal);
  try {
    return await Promise.all(calls.map((call) => request(settings, call, controller.signal)));
  } catch (error) {
    controller.abort(error);
    throw error;
  } finally {
    ended.abort();
  }
}

async function attempt<T>(settings: Settings, call: Call<T>, signal: AbortSignal): Promise<T> {
  const { endpoint, pathWithQuery } = call;
  const deadline = startDeadline(endpoint, settings.timeoutMs, signal);
  try {
    const answer = await send(settings, endpoint, { pathWithQuery, deadline });
    const { ok, status } = answer.response;
    if (!ok) throw await readStatusError(answer);
    checkContentType(call, answer.response);
    const maxBytes = Math.min(call.maxBytes ?? Infinity, settings.maxAnswerBytes);
    const { text, complete } = await readText(answer, maxBytes);
    if (!complete) {
      const limit = `${Math.round((maxBytes / 2 ** 20) * 100) / 100} MiB`;
      const issues = [`body: larger than ${limit}`];
      throw new InvalidResponseError(endpoint, status, issues, { isTooLarge: true });
    }
    return await call.read(text, status);
  } catch (error) {
    if (!(error instanceof HttpStatusError)) deadline.signal.throwIfAborted();
    throw error;
  } finally {
    deadline.end();
  }
}

function checkContentType({ endpoint, mustBeJson }: Call<unknown>, response: Response): void {
  const type = response.headers.get('content-type');
  if (!mustBeJson || type === null || JSON_OR_TEXT.test(type)) return;
  throw new InvalidResponseError(endpoint, response.status, ['content-type: not JSON']);
}
