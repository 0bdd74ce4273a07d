import type { Answer } from './body.ts';
import type { Deadline } from './deadline.ts';
import { abortable } from './delay.ts';
import { RedirectError, RequestNotMadeError } from './errors.ts';
import { createNetworkError } from './redact.ts';
import {
  requestWithHeaders,
  requestWithoutRedirects,
  type RedirectResult,
  type SendRequest,
} from './redirects.ts';
import { readRefusal } from './refusal.ts';
import type { Settings } from './settings.ts';

/** Missing headers do not cause these statuses. */
const UNRELATED_TO_HEADERS = new Set([404, 429]);

interface Target {
  pathWithQuery: string;
  /** Used unless the user's headers contain an `Accept` header. */
  accept?: string;
  deadline: Deadline;
}

/**
 * Makes one GET request and follows all redirects, because browsers hide their status. The user's
 * headers go only to the base URL's origin.
 * @throws NetworkError without a response; RedirectError; RequestNotMadeError
 */
export async function send(settings: Settings, endpoint: string, target: Target): Promise<Answer> {
  const { signal } = target.deadline;
  const url = `${settings.base}/${target.pathWithQuery}`;
  const sendRequest: SendRequest = async (to, options) => {
    await awaitTurn(settings, target.deadline);
    return sendOnce(settings, endpoint, { ...target, ...options, url: to });
  };
  const { response, headersOmitted } = await requestUrl(settings, url, endpoint, sendRequest);
  const { ok, status } = response;
  if (!ok) await abortable(settings.onRefusal(readRefusal(response)), signal);
  if (headersOmitted && status >= 400 && status < 500 && !UNRELATED_TO_HEADERS.has(status)) {
    throw new RedirectError(endpoint, status, headersOmitted);
  }
  return { settings, endpoint, response, signal };
}

async function requestUrl(
  settings: Settings,
  url: string,
  endpoint: string,
  sendRequest: SendRequest,
): Promise<RedirectResult> {
  if (settings.redirects === 'refuse') return requestWithoutRedirects(url, endpoint, sendRequest);
  if (hasAny(settings.headers)) return requestWithHeaders(url, endpoint, sendRequest);
  return { response: await sendRequest(url, { hasHeaders: false, redirect: 'follow' }) };
}

async function awaitTurn({ beforeRequest }: Settings, deadline: Deadline): Promise<void> {
  const { signal } = deadline;
  try {
    await deadline.hold(abortable(beforeRequest(signal), signal));
  } catch (cause) {
    throw new RequestNotMadeError('The request was not made', { cause });
  }
}

async function sendOnce(
  settings: Settings,
  endpoint: string,
  {
    url,
    accept,
    deadline,
    hasHeaders,
    redirect,
  }: Target & { url: string } & Parameters<SendRequest>[1],
): Promise<Response> {
  const headers = new Headers(hasHeaders ? settings.headers : {});
  if (accept !== undefined && !headers.has('accept')) headers.set('accept', accept);
  try {
    return await settings.fetch(url, {
      headers,
      signal: deadline.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect,
      referrerPolicy: 'no-referrer',
    });
  } catch (cause) {
    throw createNetworkError(settings, endpoint, { cause });
  }
}

function hasAny(headers: Headers): boolean {
  return !headers.keys().next().done;
}
