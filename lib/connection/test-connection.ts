import { DEFAULT_FEEDS } from '../default-feeds.ts';
import { ageMs } from '../prices/age.ts';
import { toReading } from '../prices/clock-by-date.ts';
import { feedName } from '../prices/feed-name.ts';
import { isMalformed, parseSchedule } from '../prices/schedule-grammar.ts';
import {
  HttpStatusError,
  PriceServiceClient,
  type PriceFeedMetadata,
  type PriceServiceClientOptions,
} from '../price-service/index.ts';
import type { ConnectionSettings } from '../storage/settings.ts';
import { readFailure, type CallFailure } from './call-failure.ts';
import { watchDates } from './date-header.ts';
import { isAuthorization } from './headers.ts';
import { keepPenalty, takeRequest } from './request-budget.ts';

/** What one call gave. */
export type CallResult<T> = ({ ok: true } & T) | ({ ok: false } & CallFailure);

export interface ConnectionTestResult {
  /** `v2/price_feeds`. */
  catalogue: CallResult<{ feeds: number }>;
  /** `v2/updates/price/latest` for one feed; `null`: not tried, the service gave no answer. */
  prices: CallResult<{
    /**
     * Milliseconds by which this computer's clock is ahead of the newest publish time; `null` for
     * a feed that is not published around the clock. Publish times are whole seconds.
     */
    ageMs: number | null;
  }> | null;
  /**
   * Milliseconds by which this computer's clock is ahead of the service's, by the `Date` header;
   * `null`: CORS hides it.
   */
  clockSkewMs: number | null;
  /** The feed whose price was asked for. */
  symbol: string;
  /** Milliseconds of the last call that was answered; `null`: none was. */
  latencyMs: number | null;
  /** Whether an `Authorization` header was sent. */
  hasToken: boolean;
}

export interface ConnectionTestOptions {
  /** Default: the global fetch. */
  fetch?: NonNullable<PriceServiceClientOptions['fetch']>;
  signal?: AbortSignal;
  /**
   * Whether the background asks this service too: the test then keeps to the limit of requests that
   * both share, and to a pause that the service asked for. Default: no.
   */
  isFollowed?: boolean;
  /** The user's feeds; one of them is asked for where the service has it. */
  watchlist?: readonly string[];
  /** Unix milliseconds; default `Date.now`. */
  now?: () => number;
}

interface Attempt {
  settings: ConnectionSettings;
  client: PriceServiceClient;
  fetch: NonNullable<PriceServiceClientOptions['fetch']>;
  signal: AbortSignal;
  now: () => number;
  isFollowed: boolean;
  /** Waits until a request may be sent. */
  beforeRequest: (signal: AbortSignal) => Promise<void>;
  /** Milliseconds of the last answer, whatever its status. */
  lastAnswerMs: number | null;
  clockSkewMs: number | null;
  /** Whether the call under way was answered. */
  wasAnswered: boolean;
}

/**
 * Tries settings without storing them: the catalogue, then the latest price of one feed, each once.
 * Works without any permission; no text in the result holds the URL or a header value.
 *
 * Rejects only with the reason of the signal.
 */
export async function testConnection(
  settings: ConnectionSettings,
  options: ConnectionTestOptions = {},
): Promise<ConnectionTestResult> {
  const attempt = start(settings, options);
  const { result, feeds } = await readCatalogue(attempt);
  const feed = chooseFeed(feeds, options.watchlist ?? []);
  const prices = attempt.wasAnswered ? await readPrice(attempt, feed) : null;
  return {
    catalogue: result,
    prices,
    clockSkewMs: attempt.clockSkewMs,
    symbol: feedName(feed.attributes, feed.id).symbol,
    latencyMs: attempt.lastAnswerMs,
    hasToken: settings.headers.some(({ name }) => isAuthorization(name)),
  };
}

function start(settings: ConnectionSettings, options: ConnectionTestOptions): Attempt {
  const { now = Date.now, isFollowed = false } = options;
  const plainFetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const fetch = watchDates(plainFetch, ({ dateMs, durationMs }) => {
    const reading = toReading({ dateMs, durationMs, receivedAtMs: now() });
    attempt.clockSkewMs = reading?.skewMs ?? null;
  });
  const attempt: Omit<Attempt, 'client'> = {
    settings,
    fetch,
    now,
    signal: options.signal ?? new AbortController().signal,
    lastAnswerMs: null,
    clockSkewMs: null,
    wasAnswered: false,
    isFollowed,
    beforeRequest: isFollowed ? takeRequest : () => Promise.resolve(),
  };
  const client = new PriceServiceClient(settings.baseUrl, {
    headers: Object.fromEntries(settings.headers.map(({ name, value }) => [name, value])),
    httpRetries: 0,
    beforeRequest: attempt.beforeRequest,
    fetch: async (url, init) => {
      attempt.wasAnswered = false;
      const startedAt = performance.now();
      const response = await fetch(url, init);
      attempt.lastAnswerMs = performance.now() - startedAt;
      attempt.wasAnswered = true;
      return response;
    },
  });
  return Object.assign(attempt, { client });
}

async function readCatalogue(
  attempt: Attempt,
): Promise<{ result: ConnectionTestResult['catalogue']; feeds: PriceFeedMetadata[] }> {
  try {
    const feeds = await attempt.client.getPriceFeeds({ signal: attempt.signal });
    return { result: { ok: true, feeds: feeds.length }, feeds };
  } catch (error) {
    return { result: await failed(error, attempt), feeds: [] };
  }
}

async function readPrice(
  attempt: Attempt,
  feed: PriceFeedMetadata,
): Promise<ConnectionTestResult['prices']> {
  try {
    const update = await attempt.client.getLatestPriceUpdates([feed.id], {
      signal: attempt.signal,
    });
    const publishTime = update.parsed?.[0]?.price.publish_time;
    const isComparable = publishTime !== undefined && isPublishedAlways(feed);
    return { ok: true, ageMs: isComparable ? ageMs(publishTime, attempt.now()) : null };
  } catch (error) {
    return failed(error, attempt);
  }
}

async function failed(error: unknown, attempt: Attempt): Promise<{ ok: false } & CallFailure> {
  const isRefusal = error instanceof HttpStatusError && error.status === 429;
  if (isRefusal && attempt.isFollowed) await keepPenalty(error);
  return { ok: false, ...(await readFailure(error, attempt)) };
}

/**
 * One of the user's feeds that the service has, rather one that is published around the clock: its
 * newest price also tells how far the clocks are apart.
 */
function chooseFeed(
  feeds: readonly PriceFeedMetadata[],
  watchlist: readonly string[],
): PriceFeedMetadata {
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  const preferred = [...watchlist, ...DEFAULT_FEEDS.map(({ id }) => id)];
  const known = preferred.map((id) => byId.get(id)).filter((feed) => feed !== undefined);
  return known.find(isPublishedAlways) ?? known[0] ?? feeds[0] ?? FALLBACK;
}

const [FALLBACK = { id: '0'.repeat(64), attributes: {} }] = DEFAULT_FEEDS;

function isPublishedAlways({ attributes }: PriceFeedMetadata): boolean {
  const schedule = parseSchedule(attributes);
  return !isMalformed(schedule) && schedule.alwaysOpen;
}
