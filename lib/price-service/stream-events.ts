import { createParser } from 'eventsource-parser';
import type { EventSourceMessage } from 'eventsource-parser';
import type { AnswerLimits } from '../base/http/answer-limits.ts';
import { LongWork } from '../base/next-turn.ts';
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

/** Genuine services send up to 10 events a second, and a proxy may hold back a minute of them. */
const EVENTS_A_SECOND = 100;
const MOST_EVENTS_AT_ONCE = 2_000;

/** A chunk has up to thousands of tiny events, which the parser reads in one turn. */
const MOST_PARSED_BYTES = 65_536;

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

/** Reads events until the stream ends. Other work has a turn between many small events. */
export async function readEvents(answer: Answer, run: Run): Promise<Ending> {
  // Updates are ASCII, so one character is one byte.
  const { bytes: maxLength } = run.limits;
  let tooLarge = false;
  let bytesWithoutEvent = 0;
  const events: EventSourceMessage[] = [];
  const allowance = new EventAllowance();
  const work = new LongWork();
  const parser = createParser({
    // The parser does not buffer an event that arrives in one chunk, so `onEvent` checks it too.
    maxBufferSize: maxLength,
    onEvent: (event) => {
      bytesWithoutEvent = 0;
      tooLarge ||= event.data.length > maxLength;
      if (!tooLarge) events.push(event);
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
  await readChunks(answer, async (chunk) => {
    work.startTurn();
    for (let at = 0; at < chunk.byteLength; at += MOST_PARSED_BYTES) {
      const part = chunk.subarray(at, at + MOST_PARSED_BYTES);
      bytesWithoutEvent += part.byteLength;
      parser.feed(decoder.decode(part, { stream: true }));
      // The parser's own limit ignores lines that it discards.
      tooLarge ||= bytesWithoutEvent > 2 * maxLength;
      for (const event of events.splice(0)) {
        if (run.signal.aborted || !allowance.take()) break;
        handleEvent(answer.settings, event, run);
        await work.endLongTurn();
      }
      if (tooLarge || allowance.isExceeded || run.signal.aborted) return false;
    }
    return true;
  });
  return { error: endOf({ tooLarge, maxLength, isFlood: allowance.isExceeded }), final: false };
}

function endOf({
  tooLarge,
  maxLength,
  isFlood,
}: {
  tooLarge: boolean;
  maxLength: number;
  isFlood: boolean;
}): Error {
  if (!tooLarge && !isFlood) return new NetworkError(STREAM_ENDPOINT, 'stream-ended');
  const issue = tooLarge
    ? `event: larger than ${Math.round(maxLength / 1_024)} KiB`
    : `events: more than ${EVENTS_A_SECOND} a second`;
  return new InvalidResponseError(STREAM_ENDPOINT, 200, [issue]);
}

/** Limits the events of one connection. */
class EventAllowance {
  #left = MOST_EVENTS_AT_ONCE;
  #at = performance.now();
  #isExceeded = false;

  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  /** Whether another event may be handled. */
  take(): boolean {
    const now = performance.now();
    const earned = ((now - this.#at) / 1_000) * EVENTS_A_SECOND;
    this.#left = Math.min(this.#left + earned, MOST_EVENTS_AT_ONCE) - 1;
    this.#at = now;
    this.#isExceeded ||= this.#left < 0;
    return !this.#isExceeded;
  }
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
