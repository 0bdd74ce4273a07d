import type { Answer } from './body.ts';
import type { Deadline } from './deadline.ts';
import { abortable } from './delay.ts';
import { NotAskedError, RedirectError } from './errors.ts';
import { createNetworkError } from './redact.ts';
import { askWithHeaders, type Ask, type Reached } from './redirects.ts';
import { readRefusal } from './refusal.ts';
import type { Settings } from './settings.ts';

/** A 4xx that has nothing to do with headers that are missing. */
const UNRELATED_TO_HEADERS = new Set([404, 429]);

interface Target {
  pathWithQuery: string;
  /** What is asked for, where the user's headers do not say. */
  accept?: string;
  deadline: Deadline;
}

/**
 * One GET. Redirects are followed, 303 and 308 like 301, 302 and 307: browsers do not tell which of
 * them it was. The user's headers reach the base URL's origin only.
 *
 * @throws NetworkError when there is no answer; RedirectError; NotAskedError
 */
export async function send(settings: Settings, endpoint: string, target: Target): Promise<Answer> {
  const { signal } = target.deadline;
  const url = `${settings.base}/${target.pathWithQuery}`;
  const ask: Ask = async (to, options) => {
    await takeTurn(settings, target.deadline);
    return askOnce(settings, endpoint, { ...target, ...options, url: to });
  };
  const reached: Reached = hasAny(settings.headers)
    ? await askWithHeaders(url, endpoint, ask)
    : { response: await ask(url, { hasHeaders: false, redirect: 'follow' }) };
  const { response, isWithoutHeaders } = reached;
  const { ok, status } = response;
  if (!ok) await abortable(settings.onRefusal(readRefusal(response)), signal);
  if (isWithoutHeaders && status >= 400 && status < 500 && !UNRELATED_TO_HEADERS.has(status)) {
    throw new RedirectError(endpoint, status, isWithoutHeaders);
  }
  return { settings, endpoint, response, signal };
}

async function takeTurn({ beforeRequest }: Settings, deadline: Deadline): Promise<void> {
  const { signal } = deadline;
  try {
    await deadline.hold(abortable(beforeRequest(signal), signal));
  } catch (cause) {
    throw new NotAskedError('The request was not made', { cause });
  }
}

async function askOnce(
  settings: Settings,
  endpoint: string,
  { url, accept, deadline, hasHeaders, redirect }: Target & { url: string } & Parameters<Ask>[1],
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
