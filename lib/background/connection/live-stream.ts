import { StreamMessageError, type PriceUpdateStream } from '../../price-service/index.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { Updates } from '../intake/updates.ts';
import type { Service } from './service.ts';
import { watchSilence } from './silence.ts';

// If a stream brought nothing by then, one poll helps, so that a page is not empty for long.
const FIRST_DATA_MS = 1_200;

/** What a stream carries. */
export interface StreamQuery {
  ids: readonly FeedId[];
  /** Without the parsed part. */
  isLean: boolean;
}

export interface LiveStreamOptions {
  query: StreamQuery;
  /** Whether the stream reconnects by itself if it loses its connection before any data. */
  canRetry: boolean;
  /** Takes each update. */
  add: Updates['addIfRoom'];
  onOpen: () => void;
  /** An update came. @param stored resolves when it is handled */
  onData: (stored: Promise<void>) => void;
  /** The connection is lost, and the stream reconnects once. */
  onRetrying: (error: Error) => void;
  /** The stream ended. It does not reconnect. */
  onEnded: (error: Error) => void;
  /** There was no data within 1.2 s of opening. */
  onLate: () => void;
  /**
   * Data stopped: the silence is much longer than the pauses before. Called again and again.
   *
   * @param isLively whether the pauses were short
   */
  onQuiet: (isLively: boolean) => void;
  /** No data for `SILENCE_MS`; the stream is still open. Called again after each further silence. */
  onSilent: () => void;
}

/** What a stream needs of its service. */
export type StreamedService = Pick<Service, 'id' | 'client'>;

export type LiveStream = ReturnType<typeof openLiveStream>;

const FULL = { reconnect: 'none' } as const;
// Base64 is a third shorter than hex, and the parsed part only repeats what the bytes say.
const LEAN = { ...FULL, parsed: false, encoding: 'base64' } as const;

/** Opens a price stream, watches its data, and reconnects once after each loss that follows data. */
export function openLiveStream({ id, client }: StreamedService, options: LiveStreamOptions) {
  const { query, add, onOpen, onData, onRetrying, onEnded, onLate } = options;
  let { canRetry } = options;
  let lastDataAt: UnixMilliseconds = 0;
  // By `performance.now`: when the current connection was started, or will be.
  let connectsAt = performance.now();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const silence = watchSilence(options);
  const late = setTimeout(() => {
    if (lastDataAt === 0) onLate();
  }, FIRST_DATA_MS);
  let connection = connect();

  function connect(): PriceUpdateStream {
    const stream = client.getPriceUpdatesStream([...query.ids], query.isLean ? LEAN : FULL);
    stream.addEventListener('open', onOpen);
    stream.addEventListener('update', ({ detail: update }) => {
      lastDataAt = Date.now();
      canRetry = true;
      silence.onData();
      onData(add(update, id));
    });
    listenForLoss(stream, onLost);
    return stream;
  }

  function onLost(error: Error, delayMs: number | null): void {
    if (delayMs === null || !canRetry) {
      close();
      onEnded(error);
      return;
    }
    canRetry = false;
    connectsAt = performance.now() + delayMs;
    onRetrying(error);
    retryTimer = setTimeout(() => {
      connection = connect();
    }, delayMs);
  }

  function close(): void {
    silence.stop();
    clearTimeout(late);
    clearTimeout(retryTimer);
    connection.close();
  }

  return {
    query,
    /** When data last came; 0: none yet. */
    get lastDataAt() {
      return lastDataAt;
    },
    /** Milliseconds until the current connection, or the next one, should have brought data. */
    get dataDueInMs() {
      return Math.max(0, connectsAt + FIRST_DATA_MS - performance.now());
    },
    close,
  };
}

/** Calls back when the stream is closed, with the delay after which it may be opened again. */
function listenForLoss(
  stream: PriceUpdateStream,
  onLost: (error: Error, delayMs: number | null) => void,
): void {
  stream.addEventListener('error', ({ detail: error }) => {
    if (stream.readyState === 2) onLost(error, stream.reconnectDelayMs);
    // The next event may be a price update again. If none comes, the silence is noticed.
    else if (!(error instanceof StreamMessageError)) console.warn('Unreadable stream event.');
  });
}
