import {
  HttpStatusError,
  StreamMessageError,
  type PriceServiceClient,
  type PriceUpdate,
} from '../price-service/index.ts';

/** Longest silence of data (comments do not count) before a stream is replaced. */
export const SILENCE_MS = 30_000;

export interface LiveStreamEvents {
  onUpdate: (update: PriceUpdate) => void;
  onOpen: () => void;
  /** The connection failed and the stream tries again by itself. */
  onRetrying: (error: Error) => void;
  /** The stream ended for good. */
  onClosed: (error: Error) => void;
  /** No data for `SILENCE_MS`; the stream is still open. Called again after each further silence. */
  onSilent: () => void;
}

export interface LiveStream {
  readonly ids: readonly string[];
  readonly isLean: boolean;
  /** Unix milliseconds of the last data; 0: none yet. */
  readonly lastDataAt: number;
  close: () => void;
}

// Base64 is a third shorter than hex; the parsed part only repeats what the bytes say.
const LEAN = { parsed: false, encoding: 'base64' } as const;

/**
 * Opens the price stream for these feeds and watches over its data.
 *
 * @param what `isLean`: without the parsed part
 */
export function openLiveStream(
  client: PriceServiceClient,
  { ids, isLean }: Pick<LiveStream, 'ids' | 'isLean'>,
  events: LiveStreamEvents,
): LiveStream {
  const stream = client.getPriceUpdatesStream([...ids], isLean ? LEAN : {});
  let lastDataAt = 0;
  let silence = watchSilence();

  stream.addEventListener('open', events.onOpen);
  stream.addEventListener('update', (event) => {
    lastDataAt = Date.now();
    clearInterval(silence);
    silence = watchSilence();
    events.onUpdate(event.detail);
  });
  stream.addEventListener('error', ({ detail: error }) => {
    if (stream.readyState === 2) {
      close();
      events.onClosed(error);
    } else if (stream.readyState === 0 || error instanceof HttpStatusError) {
      events.onRetrying(error);
    } else if (!(error instanceof StreamMessageError)) {
      // An event that is no price update: the next one may be; silence is noticed by itself.
      console.warn('A stream event was not understood.');
    }
  });

  function watchSilence(): ReturnType<typeof setInterval> {
    return setInterval(() => events.onSilent(), SILENCE_MS);
  }

  function close(): void {
    clearInterval(silence);
    stream.close();
  }

  return {
    ids,
    isLean,
    get lastDataAt() {
      return lastDataAt;
    },
    close,
  };
}
