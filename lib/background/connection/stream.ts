import {
  StreamMessageError,
  type PriceUpdate,
  type PriceUpdateStream,
} from '../../price-service/index.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { Source } from '../intake/updates.ts';
import type { Service } from './service.ts';

/** The longest time without news before a stream is replaced. */
const SILENCE_MS = 30_000;

/** If a stream brings nothing by then, a request fills the page. */
const FIRST_NEWS_MS = 1_200;

// The public service sends several updates a second. After this silence, it may be gone unnoticed,
// as when a cable is pulled.
const SHORTEST_QUIET_MS = 2_000;

// A silence is unusual if it is this many times longer than earlier pauses. About ten short pauses
// outweigh a long one.
const UNUSUAL = 2;
const REMEMBERED = 0.9;

/** After this many updates, a stream is steady, and the pace of its service is known. */
const STEADY_UPDATES = 5;

const LOOK_AGAIN_MS = 10_000;

export interface StreamQuery {
  ids: readonly FeedId[];
  /** Without the parsed part. */
  isLean: boolean;
}

/** How often the streams of a service bring news. */
export interface Pace {
  updates: number;
  pauseMs: number;
}

interface StreamListener {
  onUpdate: (update: PriceUpdate) => void;
  /** @param delayMs until the next stream, if the service may accept it */
  onEnd: (error: Error, delayMs: number | null) => void;
  /** No news for an unusual time. */
  onQuiet: () => void;
  /** No news for `SILENCE_MS`, although a market is open. */
  onSilent: () => void;
}

interface StreamOptions {
  to: StreamListener;
  /** The pace of the service's earlier streams. */
  pace: Pace;
  isMarketOpen: (id: FeedId) => boolean;
}

const FULL = { reconnect: 'none' } as const;
// Base64 is a third shorter than hex, and the parsed part repeats the bytes.
const LEAN = { ...FULL, parsed: false, encoding: 'base64' } as const;

/** One connection to a price service. Reconnecting is left to the caller. */
export class PriceStream {
  readonly query: StreamQuery;
  readonly source: Source;
  readonly openedAt: UnixMilliseconds = Date.now();
  readonly #stream: PriceUpdateStream;
  readonly #listener: StreamListener;
  /** Updates with news. */
  #updates = 0;
  /** By `performance.now`. */
  #newsAt = performance.now();
  readonly #pace: Pace;
  readonly #isMarketOpen: (id: FeedId) => boolean;
  #isQuiet = false;
  #isReported = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    { id, client }: Pick<Service, 'id' | 'client'>,
    query: StreamQuery,
    { to, pace, isMarketOpen }: StreamOptions,
  ) {
    this.#pace = pace;
    this.#isMarketOpen = isMarketOpen;
    this.query = query;
    this.source = { service: id, ids: new Set(query.ids) };
    this.#listener = to;
    this.#stream = client.getPriceUpdatesStream([...query.ids], query.isLean ? LEAN : FULL);
    this.#stream.addEventListener('update', ({ detail }) => to.onUpdate(detail));
    this.#stream.addEventListener('error', ({ detail }) => this.#onError(detail));
    this.#lookIn(FIRST_NEWS_MS);
  }

  get hasNews(): boolean {
    return this.#updates > 0;
  }

  /** Whether it has brought several updates. */
  get isSteady(): boolean {
    return this.#updates >= STEADY_UPDATES;
  }

  /** Whether silence is unusual: newer prices from elsewhere then prove the stream dead. */
  get isPaceKnown(): boolean {
    return this.#pace.updates >= STEADY_UPDATES;
  }

  /** No news for an unusual time, although a market is open. */
  get isQuiet(): boolean {
    return this.#isQuiet && this.#isAnyOpen();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stream.close();
  }

  isOf(serviceId: string, { ids, isLean }: StreamQuery): boolean {
    const { query } = this;
    const isSame = query.ids.length === ids.length && ids.every((id) => query.ids.includes(id));
    return this.source.service === serviceId && query.isLean === isLean && isSame;
  }

  /** Call this when an update turns out to be a sign of life. */
  noteNews(): void {
    const now = performance.now();
    const pauseMs = this.hasNews ? now - this.#newsAt : 0;
    this.#pace.pauseMs = Math.max(this.#pace.pauseMs * REMEMBERED, pauseMs);
    this.#pace.updates += 1;
    this.#newsAt = now;
    this.#updates += 1;
    this.#isQuiet = false;
  }

  #onError(error: Error): void {
    if (this.#stream.readyState === 2) {
      this.close();
      this.#listener.onEnd(error, this.#stream.reconnectDelayMs);
    } else if (!this.#isReported && !(error instanceof StreamMessageError)) {
      // Once, because a service can send any number. If no readable event follows, the silence is
      // noticed.
      this.#isReported = true;
      console.warn('Unreadable stream event.');
    }
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  #look(): void {
    const silentMs = performance.now() - this.#newsAt;
    const unusualMs = Math.max(UNUSUAL * this.#pace.pauseMs, SHORTEST_QUIET_MS);
    const quietMs = this.hasNews ? Math.min(unusualMs, SILENCE_MS) : FIRST_NEWS_MS;
    if (silentMs < quietMs) return this.#lookIn(quietMs - silentMs);
    const isFirst = !this.#isQuiet;
    this.#isQuiet = true;
    this.#lookIn(isFirst && !this.hasNews ? SHORTEST_QUIET_MS : LOOK_AGAIN_MS);
    if (this.hasNews && !this.#isAnyOpen()) return;
    if (silentMs < SILENCE_MS) this.#listener.onQuiet();
    else if (this.#isAnyOpen()) this.#listener.onSilent();
  }

  #isAnyOpen(): boolean {
    return this.query.ids.some(this.#isMarketOpen);
  }
}
