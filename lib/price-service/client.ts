import type { UnixSeconds } from '../base/units.ts';
import { readAnswer, readLongList, type Reviver } from '../base/http/answers.ts';
import { normaliseIds, splitIds } from './ids.ts';
import { request, requestAll, type Call } from '../base/http/requests.ts';
import {
  type AssetType,
  type Encoding,
  type PriceFeedMetadata,
  type PriceUpdate,
  type PublisherStakeCapsUpdate,
  priceFeedSchema,
  priceUpdateSchema,
  publisherStakeCapsSchema,
} from './schemas.ts';
import {
  readSettings,
  settingsOfCall,
  type CallOptions,
  type HttpClientOptions,
  type Settings,
} from '../base/http/settings.ts';
import type { ReconnectPolicy } from './stream-connection.ts';
import { STREAM_ENDPOINT } from './stream-events.ts';
import { PriceUpdateStream } from './stream.ts';
import { InvalidResponseError } from '../base/http/errors.ts';
import type { AnswerLimits } from '../base/http/answer-limits.ts';

/** Servers and proxies commonly reject URLs above 8 KiB. The margin is for their additions. */
const MAX_URL_LENGTH = 7000;

export interface PriceFeedsOptions extends CallOptions {
  /** Text that is compared with the symbols. */
  query?: string;
  assetType?: AssetType;
}

export interface UpdateOptions extends CallOptions {
  /** Encoding of `binary.data`. The service's default is hex. */
  encoding?: Encoding;
  /** Request `parsed` in addition to `binary`. */
  parsed?: boolean;
}

export interface StreamOptions {
  encoding?: Encoding;
  parsed?: boolean;
  /** Allow updates older than the last one sent. */
  allowUnordered?: boolean;
  /** Send only the first update of each second. */
  benchmarksOnly?: boolean;
  /** `none`: on a lost connection, the stream closes and leaves reconnecting to the caller. */
  reconnect?: ReconnectPolicy;
}

/**
 * Client of a public price service, with five calls. See the README in this folder.
 *
 * Every call may reject with
 * - TypeError: an invalid argument; no request is made
 * - HttpStatusError: any status other than 2xx; `message` is exactly `HTTP error! status: {code}`
 * - InvalidResponseError: a response that is not JSON, has the wrong shape, or is too large
 * - RequestTimeoutError: one attempt took longer than `timeoutMs` up to its last byte
 * - RedirectError: a redirect leads to a site that does not get the `headers` and rejects the call
 * - NetworkError: the service could not be reached, or the connection broke
 * - the reason of the given `signal`, which also ends retry delays
 *
 * Responses have limits of bytes, depth and values, which depend on the call and the number of
 * requested feeds, so that no response keeps its thread busy for long.
 *
 * Redirects are followed. The `headers` are sent only to the origin of the base URL. If another
 * origin responds without them, its response is used. Where the platform hides the target of a
 * redirect, as browsers do, finding the target takes up to two more requests.
 *
 * A timeout, an abort and a TypeError reject at once. All other errors reject after `httpRetries`
 * retries, or as soon as `retryIf` returns false. A call may override the client's `timeoutMs`,
 * `httpRetries` and `beforeRequest`.
 *
 * Feed ids are 64 hex digits in any letter case, with or without `0x`. They are sent in lowercase,
 * without `0x` and without duplicates. If the URL would exceed 7,000 characters, the ids are split
 * over several parallel requests and the responses are joined.
 */
export class PriceServiceClient {
  readonly #settings: Settings;

  /**
   * @param baseUrl http or https; may have a path prefix
   * @throws TypeError for an invalid base URL, header or number; the message contains no secret
   */
  constructor(baseUrl: string, options: HttpClientOptions = {}) {
    this.#settings = readSettings(baseUrl, options);
  }

  /** `v2/price_feeds`: the catalog, or the feeds that match the options. */
  async getPriceFeeds(options: PriceFeedsOptions = {}): Promise<PriceFeedMetadata[]> {
    const endpoint = 'v2/price_feeds';
    const call: Call<PriceFeedMetadata[]> = {
      endpoint,
      pathWithQuery: pathWithQuery(endpoint, [], options),
      maxBytes: CATALOG_LIMITS.bytes,
      read: (text, status) =>
        readLongList(priceFeedSchema, text, { endpoint, status, limits: CATALOG_LIMITS }),
    };
    return request(settingsOfCall(this.#settings, options), call, options.signal);
  }

  /** `v2/updates/price/latest`: the newest update of each feed; 404 if an id is unknown. */
  async getLatestPriceUpdates(
    ids: readonly string[],
    options: UpdateOptions = {},
  ): Promise<PriceUpdate> {
    return this.#getPriceUpdates('v2/updates/price/latest', ids, options);
  }

  /**
   * `v2/updates/price/{publish_time}`: each feed's first update at or after that time.
   * @param publishTime in whole seconds
   */
  async getPriceUpdatesAtTimestamp(
    publishTime: UnixSeconds,
    ids: readonly string[],
    options: UpdateOptions = {},
  ): Promise<PriceUpdate> {
    if (!Number.isSafeInteger(publishTime)) {
      throw new TypeError('publishTime must be a whole number of unix seconds');
    }
    return this.#getPriceUpdates(`v2/updates/price/${publishTime}`, ids, options);
  }

  /** `v2/updates/publisher_stake_caps/latest`: the caps as exact bigints. */
  async getLatestPublisherStakeCaps(
    options: UpdateOptions = {},
  ): Promise<PublisherStakeCapsUpdate> {
    const endpoint = 'v2/updates/publisher_stake_caps/latest';
    const call: Call<PublisherStakeCapsUpdate> = {
      endpoint,
      pathWithQuery: pathWithQuery(endpoint, [], options),
      maxBytes: CAPS_LIMITS.bytes,
      read: (text, status) => {
        const source = { endpoint, status, limits: CAPS_LIMITS };
        return readAnswer(publisherStakeCapsSchema, text, source, reviveExactCaps);
      },
    };
    return request(settingsOfCall(this.#settings, options), call, options.signal);
  }

  /**
   * `v2/updates/price/stream`: starts at once and continues until `close()` or a final error; see
   * PriceUpdateStream.
   * @throws TypeError for an invalid argument
   */
  getPriceUpdatesStream(ids: readonly string[], options: StreamOptions = {}): PriceUpdateStream {
    const urls = this.#priceUrls(STREAM_ENDPOINT, ids, options);
    return new PriceUpdateStream(this.#settings, urls, priceLimits(ids.length), options.reconnect);
  }

  async #getPriceUpdates(
    endpoint: string,
    ids: readonly string[],
    options: UpdateOptions,
  ): Promise<PriceUpdate> {
    const limits = priceLimits(ids.length);
    const calls = this.#priceUrls(endpoint, ids, options).map((url): Call<PriceUpdate> => ({
      endpoint,
      pathWithQuery: url,
      maxBytes: limits.bytes,
      read: (text, status) => readAnswer(priceUpdateSchema, text, { endpoint, status, limits }),
    }));
    const settings = settingsOfCall(this.#settings, options);
    return joinPriceUpdates(endpoint, await requestAll(settings, calls, options.signal));
  }

  /** Path and query of each request, with ids split as needed. */
  #priceUrls(endpoint: string, ids: readonly string[], options: object): string[] {
    const urlOf = (part: readonly string[]) => pathWithQuery(endpoint, part, options);
    const longest = MAX_URL_LENGTH - `${this.#settings.base}/`.length;
    return splitIds(normaliseIds(ids), urlOf, longest).map(urlOf);
  }
}

const PARAMETERS = new Set([
  'query',
  'assetType',
  'encoding',
  'parsed',
  'allowUnordered',
  'benchmarksOnly',
]);

/**
 * Path and query of a call: the ids, then the options in the caller's order and in snake_case, as
 * the official client sends them.
 * @throws TypeError if `encoding` is neither `hex` nor `base64`
 */
function pathWithQuery(path: string, ids: readonly string[], options: object): string {
  const query = new URLSearchParams(ids.map((id) => ['ids[]', id]));
  for (const [name, value] of Object.entries<unknown>({ ...options })) {
    if (!PARAMETERS.has(name) || value === undefined) continue;
    query.append(toSnakeCase(name), checkValue(name, value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function checkValue(name: string, value: unknown): string {
  if (name === 'encoding' && value !== 'hex' && value !== 'base64') {
    throw new TypeError('encoding must be hex or base64');
  }
  if (typeof value !== 'string' && typeof value !== 'boolean') {
    throw new TypeError(`${name} must be a string or a boolean`);
  }
  return String(value);
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The time that BigInt takes grows with the number of digits. */
const MOST_DIGITS = 100;

/**
 * Reads every `cap` as a bigint from its digits. A stake cap is a u64, which a JavaScript number
 * would round above 2^53.
 */
const reviveExactCaps: Reviver = (key, value, context) => {
  if (key !== 'cap' || typeof value !== 'number') return value;
  const digits = context?.source ?? '';
  if (digits.length <= MOST_DIGITS && /^-?\d+$/.test(digits)) return BigInt(digits);
  // The cap was written as `5.0` or `1e3`, or the platform does not provide the source text.
  return Number.isSafeInteger(value) ? BigInt(value) : value;
};

/**
 * Joins the responses to a split request: all `binary.data`, and all `parsed` items if every part
 * has them.
 * @throws InvalidResponseError if the parts differ in their encoding
 */
function joinPriceUpdates(endpoint: string, parts: PriceUpdate[]): PriceUpdate {
  return parts.reduce((joined, part) => joinTwo(endpoint, joined, part));
}

function joinTwo(endpoint: string, one: PriceUpdate, two: PriceUpdate): PriceUpdate {
  const { encoding } = one.binary;
  if (two.binary.encoding !== encoding) {
    throw new InvalidResponseError(endpoint, 200, ['binary.encoding: differs between the parts']);
  }
  const binary = { data: [...one.binary.data, ...two.binary.data], encoding };
  return one.parsed && two.parsed ? { binary, parsed: [...one.parsed, ...two.parsed] } : { binary };
}

// Recorded: one feed takes 3 kB and 21 values, 20 feeds 24 kB and 325 values, 2,912 feeds of the
// catalog 1.2 MB and 69,000 values.

/** Room for 10,000 feeds. */
const CATALOG_LIMITS: AnswerLimits = { bytes: 4 * 2 ** 20, values: 250_000 };

/** Room for 5,000 publishers. */
const CAPS_LIMITS: AnswerLimits = { bytes: 2 ** 20, values: 20_000 };

/** Limits for a response or an event of a stream. */
function priceLimits(feedCount: number): AnswerLimits {
  return { bytes: (256 + 8 * feedCount) * 1_024, values: 1_000 + 50 * feedCount };
}
