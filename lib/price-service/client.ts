import { joinPriceUpdates, readAnswer, readLongList, reviveExactCaps } from './answers.ts';
import { normaliseIds, splitIds } from './ids.ts';
import { pathWithQuery } from './query.ts';
import type { Call } from './requests.ts';
import { request, requestAll } from './requests.ts';
import type {
  AssetType,
  Encoding,
  PriceFeedMetadata,
  PriceUpdate,
  PublisherStakeCapsUpdate,
} from './schemas.ts';
import { priceFeedSchema, priceUpdateSchema, publisherStakeCapsSchema } from './schemas.ts';
import type { PriceServiceClientOptions, Settings } from './settings.ts';
import { readSettings } from './settings.ts';
import { STREAM_ENDPOINT } from './stream-connection.ts';
import { PriceUpdateStream } from './stream.ts';

/** Servers and proxies commonly refuse URLs above 8 KiB; this leaves them room for their own. */
const MAX_URL_LENGTH = 7000;

export interface PriceFeedsOptions {
  /** Matched by the service against the symbol. */
  query?: string;
  assetType?: AssetType;
  signal?: AbortSignal;
}

export interface UpdateOptions {
  /** How `binary.data` is written. The service's default is hex. */
  encoding?: Encoding;
  /** Whether `parsed` is wanted beside `binary`. */
  parsed?: boolean;
  signal?: AbortSignal;
}

export interface StreamOptions {
  encoding?: Encoding;
  parsed?: boolean;
  /** Also events that are older than the last one sent. */
  allowUnordered?: boolean;
  /** Only the first update of each second. */
  benchmarksOnly?: boolean;
}

/**
 * Client of a public market price-data service: five calls, see the README beside this file.
 *
 * Every call may reject with
 * - TypeError, before any request: an argument that no call takes
 * - HttpStatusError: any status but 2xx; `message` is exactly `HTTP error! status: {code}`
 * - InvalidResponseError: an answer that is not JSON, not of the expected shape, or too large
 * - RequestTimeoutError: one attempt took longer than `timeoutMs`, to the last byte
 * - RedirectError: redirects lead to where the `headers` are not sent, and the call is refused there
 * - NetworkError: the service was not reached or the connection broke
 * - the reason of the given `signal`, which also ends retry delays
 *
 * Redirects are followed. The `headers` are sent to the base URL's own origin only; an answer that
 * another origin gives without them counts. A platform that hides where a redirect leads (browsers)
 * needs up to two more requests to find out.
 *
 * All but TypeError, timeout and abort come after `httpRetries` retries, or the first that
 * `retryIf` does not want retried.
 *
 * Feed ids are 64 hex digits, with or without `0x`, in any case; they are sent without `0x`, in
 * lowercase, each once. So many that the URL would exceed 7,000 characters are split over several
 * requests at the same time and the answers joined.
 */
export class PriceServiceClient {
  readonly #settings: Settings;

  /**
   * @param baseUrl http or https; may have a path prefix, with or without a slash at the end
   * @throws TypeError for a base URL, header or number that cannot be used; it names no secret
   */
  constructor(baseUrl: string, options: PriceServiceClientOptions = {}) {
    this.#settings = readSettings(baseUrl, options);
  }

  /** `v2/price_feeds`: the catalogue, or the part that matches. */
  async getPriceFeeds(options: PriceFeedsOptions = {}): Promise<PriceFeedMetadata[]> {
    const endpoint = 'v2/price_feeds';
    const call: Call<PriceFeedMetadata[]> = {
      endpoint,
      pathWithQuery: pathWithQuery(endpoint, [], options),
      read: (text, status) => readLongList(priceFeedSchema, text, { endpoint, status }),
    };
    return request(this.#settings, call, options.signal);
  }

  /** `v2/updates/price/latest`: the newest update of each feed; 404 when an id is unknown. */
  async getLatestPriceUpdates(
    ids: readonly string[],
    options: UpdateOptions = {},
  ): Promise<PriceUpdate> {
    return this.#getPriceUpdates('v2/updates/price/latest', ids, options);
  }

  /**
   * `v2/updates/price/{publish_time}`: each feed's first update at or after that time.
   *
   * @param publishTime whole unix seconds
   */
  async getPriceUpdatesAtTimestamp(
    publishTime: number,
    ids: readonly string[],
    options: UpdateOptions = {},
  ): Promise<PriceUpdate> {
    if (!Number.isSafeInteger(publishTime)) {
      throw new TypeError('publishTime must be a whole number of unix seconds');
    }
    return this.#getPriceUpdates(`v2/updates/price/${publishTime}`, ids, options);
  }

  /** `v2/updates/publisher_stake_caps/latest`: caps as bigint, with all their digits. */
  async getLatestPublisherStakeCaps(
    options: UpdateOptions = {},
  ): Promise<PublisherStakeCapsUpdate> {
    const endpoint = 'v2/updates/publisher_stake_caps/latest';
    const call: Call<PublisherStakeCapsUpdate> = {
      endpoint,
      pathWithQuery: pathWithQuery(endpoint, [], options),
      read: (text, status) =>
        readAnswer(publisherStakeCapsSchema, text, { endpoint, status }, reviveExactCaps),
    };
    return request(this.#settings, call, options.signal);
  }

  /**
   * `v2/updates/price/stream`: starts at once and goes on until `close()` or a final error; see
   * PriceUpdateStream for its events.
   *
   * @throws TypeError for an argument that no call takes
   */
  getPriceUpdatesStream(ids: readonly string[], options: StreamOptions = {}): PriceUpdateStream {
    return new PriceUpdateStream(this.#settings, this.#priceUrls(STREAM_ENDPOINT, ids, options));
  }

  async #getPriceUpdates(
    endpoint: string,
    ids: readonly string[],
    options: UpdateOptions,
  ): Promise<PriceUpdate> {
    const calls = this.#priceUrls(endpoint, ids, options).map((url): Call<PriceUpdate> => ({
      endpoint,
      pathWithQuery: url,
      read: (text, status) => readAnswer(priceUpdateSchema, text, { endpoint, status }),
    }));
    return joinPriceUpdates(endpoint, await requestAll(this.#settings, calls, options.signal));
  }

  /** Path and query of each request that the ids need. */
  #priceUrls(endpoint: string, ids: readonly string[], options: object): string[] {
    const urlOf = (part: readonly string[]) => pathWithQuery(endpoint, part, options);
    const longest = MAX_URL_LENGTH - `${this.#settings.base}/`.length;
    return splitIds(normaliseIds(ids), urlOf, longest).map(urlOf);
  }
}
