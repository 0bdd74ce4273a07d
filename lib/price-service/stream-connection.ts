import { createParser } from 'eventsource-parser';
import type { EventSourceMessage } from 'eventsource-parser';
import { readAnswer } from './answers.ts';
import type { Answer } from './body.ts';
import { readChunks } from './body.ts';
import { startDeadline } from './deadline.ts';
import { delay } from './delay.ts';
import {
  InvalidResponseError,
  NetworkError,
  RedirectError,
  RequestNotMadeError,
  StreamMessageError,
} from './errors.ts';
import type { PriceUpdate } from './schemas.ts';
import { priceUpdateSchema } from './schemas.ts';
import { readStatusError } from './refusal.ts';
import { send } from './send.ts';
import type { Settings } from './settings.ts';

export const STREAM_ENDPOINT = 'v2/updates/price/stream';

/** The reconnect delay unless the service sends a `retry` value. */
const RECONNECT_MS = 1000;

/** A longer pause is most likely a mistake of the service. */
const LONGEST_RECONNECT_MS = 3_600_000;

/** After these statuses the stream reconnects. After any other status except 200 it closes. */
const RECONNECT_STATUSES = new Set([500, 502, 503, 504]);

/** In characters. Updates are ASCII, so one character is one byte. */
const MAX_EVENT_LENGTH = 8 * 1024 * 1024;

/** The limit between two events. The parser's own limit ignores lines that it discards. */
const MAX_BYTES_WITHOUT_EVENT = 2 * MAX_EVENT_LENGTH;

const LONGEST_MESSAGE = 300;
/** How many characters of a message are searched for secrets before it is cut. */
const MESSAGE_PART = 16_384;

export interface StreamHandlers {
  open: () => void;
  update: (update: PriceUpdate) => void;
  /** An event that is not a price update, or a message from the service. The connection stays. */
  error: (error: Error) => void;
  /** The connection is lost. A reconnect follows. */
  disconnected: (error: Error) => void;
  /**
   * The connection is lost. There is no reconnect.
   *
   * @param reconnectDelayMs the delay of the reconnect that the policy leaves out; `null` after an
   *   error that is final anyway
   */
  failed: (error: Error, reconnectDelayMs: number | null) => void;
}

/** Whether a stream reconnects by itself, as the specification says, or leaves that to its owner. */
export type ReconnectPolicy = 'automatic' | 'none';

/** Why a connection ended. After a final ending there is no reconnect. */
interface Ending {
  error: Error;
  final: boolean;
}

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
  }: { handlers: StreamHandlers; signal: AbortSignal; reconnect: ReconnectPolicy },
): Promise<void> {
  // The caller adds its listeners after construction, so wait before the first event.
  await Promise.resolve();
  const pause = { ms: RECONNECT_MS };
  while (!signal.aborted) {
    const { error, final } = await connect(settings, url, { handlers, signal, pause });
    if (signal.aborted) return;
    if (final || reconnect === 'none') return handlers.failed(error, final ? null : pause.ms);
    handlers.disconnected(error);
    await delay(pause.ms, signal).catch(() => {});
  }
}

interface Run {
  handlers: StreamHandlers;
  signal: AbortSignal;
  /** The reconnect delay: the server's latest `retry` value, if there was one. */
  pause: { ms: number };
}

async function connect(settings: Settings, url: string, run: Run): Promise<Ending> {
  const deadline = startDeadline(STREAM_ENDPOINT, settings.timeoutMs, run.signal);
  try {
    const target = { pathWithQuery: url, accept: 'text/event-stream', deadline };
    const answer = await send(settings, STREAM_ENDPOINT, target);
    const refusal = await checkAnswer(answer);
    if (refusal) return refusal;
    // The timeout applies to connecting only. An open stream may be silent for any time.
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

async function readEvents(answer: Answer, run: Run): Promise<Ending> {
  let tooLarge = false;
  let bytesWithoutEvent = 0;
  const parser = createParser({
    // The parser does not buffer an event that arrives in one chunk, so `onEvent` checks it too.
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: (event) => {
      bytesWithoutEvent = 0;
      tooLarge ||= event.data.length > MAX_EVENT_LENGTH;
      if (!tooLarge && !run.signal.aborted) handleEvent(answer.settings, event, run.handlers);
    },
    onRetry: (ms) => {
      run.pause.ms = Math.min(ms, LONGEST_RECONNECT_MS);
    },
    onError: ({ type }) => {
      tooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });
  const decoder = new TextDecoder();
  run.handlers.open();
  await readChunks(answer, (chunk) => {
    bytesWithoutEvent += chunk.byteLength;
    parser.feed(decoder.decode(chunk, { stream: true }));
    tooLarge ||= bytesWithoutEvent > MAX_BYTES_WITHOUT_EVENT;
    return !tooLarge;
  });
  const error = tooLarge
    ? new InvalidResponseError(STREAM_ENDPOINT, 200, ['event: larger than 8 MiB'])
    : new NetworkError(STREAM_ENDPOINT, 'The stream ended');
  return { error, final: false };
}

/** Unnamed events are price updates, `error` is a message from the service, others are ignored. */
function handleEvent(
  settings: Settings,
  { event, data }: EventSourceMessage,
  handlers: StreamHandlers,
): void {
  if (event === 'error') {
    const message = settings.redact(data.slice(0, MESSAGE_PART)).slice(0, LONGEST_MESSAGE);
    handlers.error(new StreamMessageError(message));
  } else if (event === undefined || event === 'message') {
    const update = readUpdate(data);
    if (update instanceof Error) handlers.error(update);
    else handlers.update(update);
  }
}

function readUpdate(data: string): PriceUpdate | Error {
  try {
    return readAnswer(priceUpdateSchema, data, { endpoint: STREAM_ENDPOINT, status: 200 });
  } catch (error) {
    return toError(error);
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
