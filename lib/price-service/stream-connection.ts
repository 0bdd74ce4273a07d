import type { Answer } from '../base/http/body.ts';
import { startDeadline } from '../base/http/deadline.ts';
import { delay } from '../base/http/delay.ts';
import {
  InvalidResponseError,
  RedirectError,
  RequestNotMadeError,
  toError,
} from '../base/http/errors.ts';
import { readStatusError } from '../base/http/refusal.ts';
import { send } from '../base/http/send.ts';
import type { Settings } from '../base/http/settings.ts';
import type { Ending, Run } from './stream-events.ts';
import { readEvents, STREAM_ENDPOINT } from './stream-events.ts';

/** Used unless the service sends a `retry` value. */
const RECONNECT_MS = 1000;

/** The stream reconnects after these statuses. After any other status except 200, it closes. */
const RECONNECT_STATUSES = new Set([500, 502, 503, 504]);

/** `automatic`: as specified. `none`: reconnecting is left to the caller. */
export type ReconnectPolicy = 'automatic' | 'none';

/**
 * Connects, and by default reconnects after each ending that is not final, until `signal` aborts.
 */
export async function keepStreaming(
  settings: Settings,
  url: string,
  {
    handlers,
    signal,
    reconnect,
    limits,
  }: Pick<Run, 'handlers' | 'signal' | 'limits'> & { reconnect: ReconnectPolicy },
): Promise<void> {
  // The caller adds its listeners after construction.
  await Promise.resolve();
  const pause = { ms: RECONNECT_MS };
  while (!signal.aborted) {
    const { error, final } = await connect(settings, url, { handlers, signal, pause, limits });
    if (signal.aborted) return;
    if (final || reconnect === 'none') return handlers.failed(error, final ? null : pause.ms);
    handlers.disconnected(error);
    await delay(pause.ms, signal).catch(() => {});
  }
}

async function connect(settings: Settings, url: string, run: Run): Promise<Ending> {
  const deadline = startDeadline(STREAM_ENDPOINT, settings.timeoutMs, run.signal);
  try {
    const target = { pathWithQuery: url, accept: 'text/event-stream', deadline };
    const answer = await send(settings, STREAM_ENDPOINT, target);
    const refusal = await checkAnswer(answer);
    if (refusal) return refusal;
    // The timeout applies to connecting only.
    deadline.met();
    deadline.signal.throwIfAborted();
    return await readEvents(answer, run);
  } catch (error) {
    if (error instanceof RequestNotMadeError) return { error: toError(error.cause), final: true };
    const { aborted, reason } = deadline.signal;
    const final = !aborted && error instanceof RedirectError;
    return { error: toError(aborted ? reason : error), final };
  } finally {
    deadline.end();
  }
}

async function checkAnswer(answer: Answer): Promise<Ending | undefined> {
  const { headers, status } = answer.response;
  if (status !== 200) {
    const error = await readStatusError(answer);
    return { error, final: !RECONNECT_STATUSES.has(status) };
  }
  if (!/^text\/event-stream\s*(?:;|$)/i.test(headers.get('content-type') ?? '')) {
    const issues = ['content-type: not text/event-stream'];
    return { error: new InvalidResponseError(STREAM_ENDPOINT, status, issues), final: true };
  }
  return undefined;
}
