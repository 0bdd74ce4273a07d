import type { PriceUpdate } from './schemas.ts';
import type { AnswerLimits } from '../base/http/answer-limits.ts';
import type { Settings } from '../base/http/settings.ts';
import type { ReconnectPolicy } from './stream-connection.ts';
import { keepStreaming } from './stream-connection.ts';
import type { StreamHandlers } from './stream-events.ts';

export interface PriceUpdateStreamEvents {
  open: Event;
  update: CustomEvent<PriceUpdate>;
  error: CustomEvent<Error>;
}

export type PriceUpdateStreamListener<Type extends keyof PriceUpdateStreamEvents> =
  | ((event: PriceUpdateStreamEvents[Type]) => void)
  | { handleEvent(event: PriceUpdateStreamEvents[Type]): void };

/** As in EventSource: 0 connecting, 1 open, 2 closed. */
export type StreamReadyState = 0 | 1 | 2;

/**
 * A stream of price updates. `PriceServiceClient.getPriceUpdatesStream` creates it.
 *
 * - `open`: connected, also after each reconnect. Updates during the interruption are lost, so
 *   request the latest update after a reconnect.
 * - `update`: `detail` is the checked price update.
 * - `error`: `detail` is the Error.
 *   - The stream reconnects (`readyState` is 0) after HttpStatusError 500, 502, 503 or 504;
 *     NetworkError for a broken or ended connection; RequestTimeoutError for response headers that
 *     took longer than `timeoutMs`; InvalidResponseError for an event above the limit of bytes, or
 *     for more than 100 events a second. The delay is 1000 ms, or the server's last `retry` value (at most an hour).
 *   - The stream closes for good (`readyState` is 2) after HttpStatusError for any other status
 *     except 200; RedirectError; InvalidResponseError for a response that is not an event stream;
 *     any rejection of `beforeRequest`. With `reconnect: 'none'`, after every lost connection.
 *   - The stream continues after InvalidResponseError for an event that is not a price update, and
 *     after StreamMessageError for a message from the service (`event: error`).
 *
 * If there are too many ids for one URL, the stream uses several connections. Then `readyState` is
 * the lowest of theirs, `open` is dispatched when all are open, each update has the feeds of one
 * connection, and the first connection that fails for good closes them all.
 */
export class PriceUpdateStream extends EventTarget {
  readonly #controller = new AbortController();
  readonly #states: StreamReadyState[];
  #reconnectDelayMs: number | null = null;

  /**
   * @param urls path and query of each connection
   * @param limits limits of one event
   */
  constructor(
    settings: Settings,
    urls: readonly string[],
    limits: AnswerLimits,
    reconnect: ReconnectPolicy = 'automatic',
  ) {
    super();
    const { signal } = this.#controller;
    this.#states = urls.map(() => 0);
    for (const [index, url] of urls.entries()) {
      const handlers = this.#handlers(index);
      void keepStreaming(settings, url, { handlers, signal, reconnect, limits });
    }
  }

  get readyState(): StreamReadyState {
    return this.#states.reduce((least, state) => (state < least ? state : least), 2);
  }

  /**
   * With `reconnect: 'none'`: milliseconds to wait before opening another stream; `null` after a
   * final error.
   */
  get reconnectDelayMs(): number | null {
    return this.#reconnectDelayMs;
  }

  /** Ends all connections and timers at once. */
  close(): void {
    this.#states.fill(2);
    this.#controller.abort();
  }

  override addEventListener<Type extends keyof PriceUpdateStreamEvents>(
    type: Type,
    listener: PriceUpdateStreamListener<Type>,
    options?: boolean | AddEventListenerOptions,
  ): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type decides the event
    super.addEventListener(type, listener as (event: Event) => void, options);
  }

  override removeEventListener<Type extends keyof PriceUpdateStreamEvents>(
    type: Type,
    listener: PriceUpdateStreamListener<Type>,
    options?: boolean | EventListenerOptions,
  ): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type decides the event
    super.removeEventListener(type, listener as (event: Event) => void, options);
  }

  #handlers(index: number): StreamHandlers {
    const dispatchError = (detail: Error) => {
      this.dispatchEvent(new CustomEvent('error', { detail }));
    };
    return {
      open: () => {
        this.#states[index] = 1;
        if (this.readyState === 1) this.dispatchEvent(new Event('open'));
      },
      update: (detail) => {
        this.dispatchEvent(new CustomEvent('update', { detail }));
      },
      error: dispatchError,
      disconnected: (error) => {
        this.#states[index] = 0;
        dispatchError(error);
      },
      failed: (error, reconnectDelayMs) => {
        this.close();
        this.#reconnectDelayMs = reconnectDelayMs;
        dispatchError(error);
      },
    };
  }
}
