import type { UnixMilliseconds } from '../../base/units.ts';
import { DEFAULT_FEEDS } from '../../domain/watchlist/default-feeds.ts';
import { ageMs } from '../../domain/prices/age.ts';
import { feedName } from '../../domain/prices/feed-name.ts';
import { isMalformed, parseSchedule } from '../../domain/prices/schedule-grammar.ts';
import {
  PriceServiceClient,
  type PriceFeedMetadata,
  type PriceServiceClientOptions,
  type Refusal,
} from '../../price-service/index.ts';
import type { ConnectionSettings } from '../../domain/settings.ts';
import { readFailure, type CallFailure } from '../../domain/connection/call-failure.ts';
import { skewByDate, watchDates } from '../../domain/connection/date-header.ts';
import { readFeedRefusal } from '../../domain/connection/feed-refusal.ts';
import { isAuthorization, toRequestHeaders } from '../../domain/connection/headers.ts';
import { keepPauseAskedFor, takeRequest } from '../../storage/requests/request-budget.ts';

type CallResult<T> = ({ ok: true } & T) | ({ ok: false } & CallFailure);

export interface ConnectionTestResult {
  /** `v2/price_feeds`. */
  catalog: CallResult<{ feeds: number }>;
  /**
   * `v2/updates/price/latest` for one feed; `null`: not tried, because the service did not respond.
   */
  prices: CallResult<{
    /**
     * Local clock minus newest publish time in milliseconds; `null` for a feed that is not
     * published around the clock. Publish times are whole seconds.
     */
    ageMs: number | null;
  }> | null;
  /** Local clock minus the `Date` header, in milliseconds; `null`: CORS hides it. */
  clockSkewMs: number | null;
  /** Symbol of the feed in the last price request. */
  symbol: string;
  /** Symbols of requested feeds. */
  notCovered: string[];
  /** Number of feeds on the watchlist that are not covered, if counted. */
  notCoveredCount: number;
  /** Latency of the last call with a response, in milliseconds. */
  latencyMs: number | null;
  hasToken: boolean;
}

export interface ConnectionTestOptions {
  /** Default: the global fetch. */
  fetch?: NonNullable<PriceServiceClientOptions['fetch']>;
  signal?: AbortSignal;
  /**
   * The background uses this service too, so the test shares its request limit and pauses. Default:
   * false.
   */
  isFollowed?: boolean;
  /** The test prefers a feed of the watchlist that the service offers. */
  watchlist?: readonly string[];
  /**
   * Whether to find every feed on the watchlist that the access token does not cover. Default:
   * false.
   */
  countsNotCovered?: boolean;
  /** Default: `Date.now`. */
  now?: () => UnixMilliseconds;
}

/**
 * As many feeds as the worker puts in one request, and few enough requests that none has to wait.
 */
const MAX_COUNTED = 80;
const MAX_COUNTING_REQUESTS = 5;

interface Attempt {
  settings: ConnectionSettings;
  client: PriceServiceClient;
  fetch: NonNullable<PriceServiceClientOptions['fetch']>;
  signal: AbortSignal;
  now: () => UnixMilliseconds;
  beforeRequest: (signal: AbortSignal) => Promise<void>;
  /** Duration of the last call with a response of any status, in milliseconds. */
  lastAnswerMs: number | null;
  clockSkewMs: number | null;
  /** Whether the current call got a response. */
  wasAnswered: boolean;
}

/**
 * Tries settings without storing them: requests the catalog and then one feed's price, without
 * retries. No text in the result contains the URL or a header value.
 * @throws the signal's reason, and nothing else
 */
export async function testConnection(
  settings: ConnectionSettings,
  options: ConnectionTestOptions = {},
): Promise<ConnectionTestResult> {
  const attempt = start(settings, options);
  const { result, feeds } = await readCatalog(attempt);
  const candidates = rankFeeds(feeds, options.watchlist ?? []);
  const notCovered: PriceFeedMetadata[] = [];
  let [feed = FALLBACK] = candidates;
  let prices = attempt.wasAnswered ? await readPrice(attempt, feed) : null;
  if (isNotCovered(prices)) {
    notCovered.push(feed);
    const other = candidates.find(({ id }) => id !== feed.id && options.watchlist?.includes(id));
    if (other) {
      feed = other;
      prices = await readPrice(attempt, other);
      if (isNotCovered(prices)) notCovered.push(other);
    }
  }
  const counted = options.countsNotCovered === true && (prices?.ok || isNotCovered(prices));
  const refused = notCovered.map(({ id }) => id);
  return {
    catalog: result,
    prices,
    notCoveredCount: counted ? await countNotCovered(attempt, options.watchlist ?? [], refused) : 0,
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
    attempt.clockSkewMs = skewByDate({ dateMs, durationMs, receivedAtMs: now() });
  });
  const attempt: Omit<Attempt, 'client'> = {
    settings,
    fetch,
    now,
    signal: options.signal ?? new AbortController().signal,
    lastAnswerMs: null,
    clockSkewMs: null,
    wasAnswered: false,
    beforeRequest: (signal) =>
      isFollowed ? takeRequest(settings.baseUrl, signal) : Promise.resolve(),
  };
  const client = new PriceServiceClient(settings.baseUrl, {
    headers: toRequestHeaders(settings.headers),
    httpRetries: 0,
    beforeRequest: attempt.beforeRequest,
    ...(isFollowed && {
      onRefusal: (refusal: Refusal) => keepPauseAskedFor(settings.baseUrl, refusal),
    }),
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

async function readCatalog(
  attempt: Attempt,
): Promise<{ result: ConnectionTestResult['catalog']; feeds: PriceFeedMetadata[] }> {
  try {
    const feeds = await attempt.client.getPriceFeeds({ signal: attempt.signal });
    return { result: { ok: true, feeds: feeds.length }, feeds };
  } catch (error) {
    return { result: await toFailure(error, attempt, 'v2/price_feeds'), feeds: [] };
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
    const failure = await toFailure(error, attempt, 'v2/updates/price/latest');
    const isRefused = readFeedRefusal(error, [feed.id])?.reason === 'not-covered';
    return isRefused ? { ...failure, kind: 'not-covered' } : failure;
  }
}

/**
 * Requests the whole watchlist, then again without the feeds that the service refused. A service
 * names one refused feed in each response, so the number of requests is limited.
 */
async function countNotCovered(
  { client, signal }: Attempt,
  watchlist: readonly string[],
  refused: readonly string[],
): Promise<number> {
  let left = watchlist.filter((id) => !refused.includes(id)).slice(0, MAX_COUNTED);
  const others = left.length;
  for (let request = 0; request < MAX_COUNTING_REQUESTS && left.length > 0; request++) {
    const error = await client.getLatestPriceUpdates(left, { signal }).then(
      () => null,
      (reason: unknown) => reason,
    );
    const refusal = readFeedRefusal(error, left);
    if (refusal?.reason !== 'not-covered') break;
    left = left.filter((id) => !refusal.named.includes(id));
  }
  signal.throwIfAborted();
  return refused.filter((id) => watchlist.includes(id)).length + others - left.length;
}

function isNotCovered(prices: ConnectionTestResult['prices']): boolean {
  return prices?.ok === false && prices.kind === 'not-covered';
}

function symbolOf({ attributes, id }: PriceFeedMetadata): string {
  return feedName(attributes, id).symbol;
}

async function toFailure(
  error: unknown,
  attempt: Attempt,
  endpoint: string,
): Promise<{ ok: false } & CallFailure> {
  return { ok: false, ...(await readFailure(error, { ...attempt, endpoint })) };
}

/**
 * Ranks feeds of the watchlist and default feeds that the service offers. Those published around
 * the clock come first: they also show the clock difference.
 */
function rankFeeds(
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
