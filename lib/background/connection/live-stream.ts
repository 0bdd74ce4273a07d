import { StreamMessageError, type PriceUpdateStream } from '../../price-service/index.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { Updates } from '../intake/updates.ts';
import type { Service } from './service.ts';
import { watchSilence } from './silence.ts';

// If a stream brings nothing by then, one poll fills the page.
const FIRST_DATA_MS = 1_200;

export interface StreamQuery {
  ids: readonly FeedId[];
  /** Without the parsed part. */
  isLean: boolean;
}

export interface LiveStreamOptions {
  query: StreamQuery;
  /** Whether the stream reconnects if it breaks before any data. */
  canRetry: boolean;
  add: Updates['addIfRoom'];
  onOpen: () => void;
  /** @param stored resolves when the update is handled */
  onData: (stored: Promise<void>) => void;
  /** The stream lost its connection and reconnects once. */
  onRetrying: (error: Error) => void;
  /** The stream ended for good. */
  onEnded: (error: Error) => void;
  /** No data within 1.2 s of opening. */
  onLate: (ids: readonly FeedId[]) => void;
  /**
   * The silence is much longer than the pauses before. Called repeatedly.
   * @param isLively whether the pauses were short
   */
  onQuiet: (ids: readonly FeedId[], isLively: boolean) => void;
  /** No data for `SILENCE_MS` on an open stream. Called repeatedly. */
  onSilent: (ids: readonly FeedId[]) => void;
}

export type StreamedService = Pick<Service, 'id' | 'client'>;

export type LiveStream = ReturnType<typeof openLiveStream>;

const FULL = { reconnect: 'none' } as const;
// Base64 is a third shorter than hex, and the parsed part repeats the bytes.
const LEAN = { ...FULL, parsed: false, encoding: 'base64' } as const;

/** Opens a price stream and reconnects once after each loss that follows data. */
export function openLiveStream({ id, client }: StreamedService, options: LiveStreamOptions) {
  const { query, add, onOpen, onData, onRetrying, onEnded } = options;
  let { canRetry } = options;
  let lastDataAt: UnixMilliseconds = 0;
  // By `performance.now`: when the current connection started or will start.
  let connectsAt = performance.now();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const silence = watchSilence({
    onQuiet: (isLively) => options.onQuiet(query.ids, isLively),
    onSilent: () => options.onSilent(query.ids),
  });
  const late = setTimeout(() => {
    if (lastDataAt === 0) options.onLate(query.ids);
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
      return onEnded(error);
    }
    canRetry = false;
    connectsAt = performance.now() + delayMs;
    onRetrying(error);
    retryTimer = setTimeout(() => (connection = connect()), delayMs);
  }

  function close(): void {
    silence.stop();
    clearTimeout(late);
    clearTimeout(retryTimer);
    connection.close();
  }

  return {
    query,
    /** 0 until the first data. */
    get lastDataAt() {
      return lastDataAt;
    },
    /** Milliseconds until the current or next connection should have data. */
    get dataDueInMs() {
      return Math.max(0, connectsAt + FIRST_DATA_MS - performance.now());
    },
    close,
  };
}

/** Calls back when the stream closes, with the delay before reopening. */
function listenForLoss(
  stream: PriceUpdateStream,
  onLost: (error: Error, delayMs: number | null) => void,
): void {
  stream.addEventListener('error', ({ detail: error }) => {
    if (stream.readyState === 2) onLost(error, stream.reconnectDelayMs);
    // If no readable event follows, the silence is noticed.
    else if (!(error instanceof StreamMessageError)) console.warn('Unreadable stream event.');
  });
}
