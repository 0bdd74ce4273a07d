import { createParser } from 'eventsource-parser';
import type { EventSourceMessage } from 'eventsource-parser';
import type { AnswerLimits } from '../base/http/answer-limits.ts';
import { readAnswer } from '../base/http/answers.ts';
import type { Answer } from '../base/http/body.ts';
import { readChunks } from '../base/http/body.ts';
import {
  InvalidResponseError,
  NetworkError,
  StreamMessageError,
  toError,
} from '../base/http/errors.ts';
import type { PriceUpdate } from './schemas.ts';
import { priceUpdateSchema } from './schemas.ts';
import type { Settings } from '../base/http/settings.ts';

export const STREAM_ENDPOINT = 'v2/updates/price/stream';

/** A longer delay is most likely a mistake. */
const LONGEST_RECONNECT_MS = 3_600_000;

const LONGEST_MESSAGE = 300;
/** Characters of a message that are searched for secrets. */
const MESSAGE_PART = 16_384;

export interface StreamHandlers {
  open: () => void;
  update: (update: PriceUpdate) => void;
  /**
   * An event is not a price update, or is a message from the service. The connection stays open.
   */
  error: (error: Error) => void;
  /** The connection is lost. A reconnect is next. */
  disconnected: (error: Error) => void;
  /**
   * The connection is lost for good.
   * @param reconnectDelayMs the delay that the policy leaves to the caller; `null` after a final
   * error
   */
  failed: (error: Error, reconnectDelayMs: number | null) => void;
}

/** After a final ending there is no reconnect. */
export interface Ending {
  error: Error;
  final: boolean;
}

export interface Run {
  handlers: StreamHandlers;
  signal: AbortSignal;
  /** The server's latest `retry` value, if any. */
  pause: { ms: number };
  /** Limits of one event. */
  limits: AnswerLimits;
}

/** Reads events until the stream ends. */
export async function readEvents(answer: Answer, run: Run): Promise<Ending> {
  // Updates are ASCII, so one character is one byte.
  const { bytes: maxLength } = run.limits;
  let tooLarge = false;
  let bytesWithoutEvent = 0;
  const parser = createParser({
    // The parser does not buffer an event that arrives in one chunk, so `onEvent` checks it too.
    maxBufferSize: maxLength,
    onEvent: (event) => {
      bytesWithoutEvent = 0;
      tooLarge ||= event.data.length > maxLength;
      if (!tooLarge && !run.signal.aborted) handleEvent(answer.settings, event, run);
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
    // The parser's own limit ignores lines that it discards.
    tooLarge ||= bytesWithoutEvent > 2 * maxLength;
    return !tooLarge;
  });
  const error = tooLarge
    ? new InvalidResponseError(STREAM_ENDPOINT, 200, [
        `event: larger than ${Math.round(maxLength / 1_024)} KiB`,
      ])
    : new NetworkError(STREAM_ENDPOINT, 'stream-ended');
  return { error, final: false };
}

/** Unnamed events are price updates, and `error` events are messages; others are ignored. */
function handleEvent(
  settings: Settings,
  { event, data }: EventSourceMessage,
  { handlers, limits }: Run,
): void {
  if (event === 'error') {
    const message = settings.redact(data.slice(0, MESSAGE_PART)).slice(0, LONGEST_MESSAGE);
    handlers.error(new StreamMessageError(message));
  } else if (event === undefined || event === 'message') {
    const update = readUpdate(data, limits);
    if (update instanceof Error) handlers.error(update);
    else handlers.update(update);
  }
}

function readUpdate(data: string, limits: AnswerLimits): PriceUpdate | Error {
  try {
    return readAnswer(priceUpdateSchema, data, { endpoint: STREAM_ENDPOINT, status: 200, limits });
  } catch (error) {
    return toError(error);
  }
}
