import { DEFAULT_FEEDS } from '../watchlist/default-feeds.ts';
import { ageMs } from '../prices/age.ts';
import { toReading } from '../prices/clock-by-date.ts';
import { feedName } from '../prices/feed-name.ts';
import { isMalformed, parseSchedule } from '../prices/schedule-grammar.ts';
import {
  PriceServiceClient,
  type PriceFeedMetadata,
  type PriceServiceClientOptions,
} from '../price-service/index.ts';
import type { ConnectionSettings } from '../storage/settings.ts';
import { readFailure, type CallFailure } from './call-failure.ts';
import { watchDates } from './date-header.ts';
import { readFeedRefusal } from './feed-refusal.ts';
import { isAuthorization } from './headers.ts';
import { keepPauseAskedFor, takeRequest } from './request-budget.ts';

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
  /** The feed whose price was asked for last. */
  symbol: string;
  /** Feeds whose price was asked for, but which the access token does not cover. */
  notCovered: string[];
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
  const choices = chooseFeeds(feeds, options.watchlist ?? []);
  const notCovered: PriceFeedMetadata[] = [];
  let [feed = FALLBACK] = choices;
  let prices = attempt.wasAnswered ? await readPrice(attempt, feed) : null;
  if (isNotCovered(prices)) {
    notCovered.push(feed);
    const other = choices.find(({ id }) => id !== feed.id && options.watchlist?.includes(id));
    if (other) {
      feed = other;
      prices = await readPrice(attempt, other);
      if (isNotCovered(prices)) notCovered.push(other);
    }
  }
  return {
    catalogue: result,
    prices,
    clockSkewMs: attempt.clockSkewMs,
    symbol: symbolOf(feed),
    notCovered: notCovered.map(symbolOf),
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
    beforeRequest: isFollowed ? takeRequest : () => Promise.resolve(),
  };
  const client = new PriceServiceClient(settings.baseUrl, {
    headers: Object.fromEntries(settings.headers.map(({ name, value }) => [name, value])),
    httpRetries: 0,
    beforeRequest: attempt.beforeRequest,
    ...(isFollowed && { onRefusal: keepPauseAskedFor }),
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
    const failure = await failed(error, attempt);
    const isRefused = readFeedRefusal(error, [feed.id])?.reason === 'not-covered';
    return isRefused ? { ...failure, kind: 'not-covered' } : failure;
  }
}

function isNotCovered(prices: ConnectionTestResult['prices']): boolean {
  return prices?.ok === false && prices.kind === 'not-covered';
}

function symbolOf({ attributes, id }: PriceFeedMetadata): string {
  return feedName(attributes, id).symbol;
}

async function failed(error: unknown, attempt: Attempt): Promise<{ ok: false } & CallFailure> {
  return { ok: false, ...(await readFailure(error, attempt)) };
}

/**
 * The user's feeds that the service has, those first that are published around the clock: their
 * newest price also shows how far the clocks are apart.
 */
function chooseFeeds(
  feeds: readonly PriceFeedMetadata[],
  watchlist: readonly string[],
): PriceFeedMetadata[] {
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  const preferred = [...watchlist, ...DEFAULT_FEEDS.map(({ id }) => id)];
  const known = preferred.map((id) => byId.get(id)).filter((feed) => feed !== undefined);
  const [first = FALLBACK] = feeds;
  if (known.length === 0) return [first];
  return [...known.filter(isPublishedAlways), ...known.filter((feed) => !isPublishedAlways(feed))];
}

const [FALLBACK = { id: '0'.repeat(64), attributes: {} }] = DEFAULT_FEEDS;

function isPublishedAlways({ attributes }: PriceFeedMetadata): boolean {
  const schedule = parseSchedule(attributes);
  return !isMalformed(schedule) && schedule.alwaysOpen;
}
