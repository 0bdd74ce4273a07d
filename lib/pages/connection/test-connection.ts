import { DEFAULT_FEEDS } from '../../domain/watchlist/default-feeds.ts';
import { feedSymbol } from '../../domain/prices/feed-name.ts';
import {
  PriceServiceClient,
  type PriceFeedMetadata,
  type PriceServiceClientOptions,
  type Refusal,
} from '../../price-service/index.ts';
import type { ConnectionSettings } from '../../domain/settings.ts';
import { readCallFailure, type CallFailure } from '../../domain/connection/call-failure.ts';
import { readFeedRefusal } from '../../domain/connection/feed-refusal.ts';
import { isAuthorization, toRequestHeaders } from '../../domain/connection/headers.ts';
import { RequestBudget } from '../../storage/requests/request-budget.ts';

type CallResult<T> = ({ ok: true } & T) | Failed;
type Failed = { ok: false } & CallFailure;

export interface ConnectionTestResult {
  /** `v2/price_feeds`. */
  catalog: CallResult<{ feeds: number }>;
  /**
   * `v2/updates/price/latest` for one feed; `null`: not tried, because the service did not respond.
   */
  prices: { ok: true } | Failed | null;
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
  beforeRequest: (signal: AbortSignal) => Promise<void>;
  /** Duration of the last call with a response of any status, in milliseconds. */
  lastAnswerMs: number | null;
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
    symbol: symbolOf(feed),
    notCovered: notCovered.map(symbolOf),
    latencyMs: attempt.lastAnswerMs,
    hasToken: settings.headers.some(({ name }) => isAuthorization(name)),
  };
}

function start(settings: ConnectionSettings, options: ConnectionTestOptions): Attempt {
  const { isFollowed = false, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const budget = new RequestBudget();
  const attempt: Omit<Attempt, 'client'> = {
    settings,
    fetch,
    signal: options.signal ?? new AbortController().signal,
    lastAnswerMs: null,
    wasAnswered: false,
    beforeRequest: (signal) =>
      isFollowed ? budget.take(settings.baseUrl, signal) : Promise.resolve(),
  };
  const client = new PriceServiceClient(settings.baseUrl, {
    headers: toRequestHeaders(settings.headers),
    httpRetries: 0,
    beforeRequest: attempt.beforeRequest,
    ...(isFollowed && {
      onRefusal: (refusal: Refusal) => budget.refuse(settings.baseUrl, refusal),
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
    await attempt.client.getLatestPriceUpdates([feed.id], { signal: attempt.signal });
    return { ok: true };
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
  return feedSymbol(attributes, id);
}

async function toFailure(error: unknown, attempt: Attempt, endpoint: string): Promise<Failed> {
  return { ok: false, ...(await readCallFailure(error, { ...attempt, endpoint })) };
}

/** Feeds of the watchlist and then default feeds, if the service offers any; else one that it does. */
function rankFeeds(
  feeds: readonly PriceFeedMetadata[],
  watchlist: readonly string[],
): PriceFeedMetadata[] {
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  const preferred = [...watchlist, ...DEFAULT_FEEDS.map(({ id }) => id)];
  const known = preferred.map((id) => byId.get(id)).filter((feed) => feed !== undefined);
  return known.length > 0 ? known : feeds.slice(0, 1);
}

const [FALLBACK = { id: '0'.repeat(64), attributes: {} }] = DEFAULT_FEEDS;
