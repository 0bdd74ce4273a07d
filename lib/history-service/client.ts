import { HttpStatusError, NetworkError } from '../base/http/errors.ts';
import { request, type Call } from '../base/http/requests.ts';
import {
  readSettings,
  settingsOfCall,
  type CallOptions,
  type HttpClientOptions,
  type Settings,
} from '../base/http/settings.ts';
import { DAY_SECONDS, startOfDay } from '../base/days.ts';
import type { FeedId, UnixSeconds } from '../base/units.ts';
import type { Range } from './candles.ts';
import {
  LIMITS,
  readConfig,
  readFeedSymbols,
  readHistory,
  SYMBOL_LIMITS,
  type AnswerSource,
  type CandlePage,
} from './read-answers.ts';
import { barDays, hasDates } from './bar-day.ts';
import { DEFAULT_RESOLUTIONS, readResolution, type Resolution } from './resolutions.ts';

const MIB = 2 ** 20;

const MAX_INFO_BYTES = MIB / 4;

const LONGEST_SYMBOL = 100;

/** The offset of UTC+14. */
const EASTERNMOST_SECONDS = 14 * 3_600;

/** `…/v1/{channel}`: the operator's list of symbols is beside the channels. */
const CHANNEL = /^(.*\/v1)\/[^/]+$/;

export interface CandleQuery {
  /** As the service writes it, such as `Crypto.BTC/USD`. */
  symbol: string;
  /** Inclusive start of the first bar. */
  from: UnixSeconds;
  /** Inclusive start of the last bar; may be in the future. */
  to: UnixSeconds;
  resolution: Resolution;
  /**
   * Whether prices before a split are divided. Only the public operator supports this; default: not
   * sent.
   */
  isSplitAdjusted?: boolean;
  /** The market's zone: some services begin days at its midnight. Default: UTC. */
  timeZone?: string | undefined;
}

/**
 * Client of a history service that uses UDF, the protocol of trading charts. See the README in
 * this folder. Candles are unsigned: they are only for charts, and never become a price.
 *
 * Every call may reject with
 * - TypeError: an invalid argument; no request is made
 * - HttpStatusError: any status other than 2xx. `detail` has the service's text: 401 and 403 may
 *   concern one feed only (`Not entitled: feed 1314`); 404 is an unknown symbol, or a channel that
 *   the feed does not have; 429 has `retryAfterMs` if the service sends it
 * - HistoryServiceError: the service responded with `error`
 * - InvalidResponseError: a response that is not JSON, has the wrong shape, or is too large
 * - RequestTimeoutError: one attempt took longer than `timeoutMs` (default 10,000)
 * - NetworkError: the service could not be reached, the connection broke, or the service redirects.
 *   Redirects are not followed: UDF needs none, and they would reveal to another site what the user
 *   views
 * - the reason of the given `signal`
 *
 * The `headers` are secrets, and errors never contain them. Broken connections and statuses from
 * 500 are retried once by default; see `HttpClientOptions`.
 */
export class HistoryServiceClient {
  readonly #settings: Settings;

  /**
   * @param baseUrl http or https; the paths of UDF are below it
   * @throws TypeError for an invalid base URL, header or number; the message contains no secret
   */
  constructor(baseUrl: string, options: HttpClientOptions = {}) {
    this.#settings = readSettings(baseUrl, {
      timeoutMs: 10_000,
      httpRetries: 1,
      retryIf: isPassing,
      ...options,
      redirects: 'refuse',
    });
  }

  /** Reads `/config`. A service without it supports the defaults. */
  async getResolutions(options: CallOptions = {}): Promise<readonly Resolution[]> {
    try {
      return await this.#get('config', {}, { options, maxBytes: MAX_INFO_BYTES, read: readConfig });
    } catch (error) {
      if (error instanceof HttpStatusError && error.status === 404) return DEFAULT_RESOLUTIONS;
      throw error;
    }
  }

  /** Reads `/history` in every dialect. An empty response is a page without candles. */
  async getCandles(candles: CandleQuery, options: CallOptions = {}): Promise<CandlePage> {
    const { symbol, from, to, resolution, isSplitAdjusted, timeZone } = candles;
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || from > to) {
      throw new TypeError('from and to must be whole numbers of unix seconds, in order');
    }
    if (readResolution(resolution) !== resolution) throw new TypeError('unknown resolution');
    const areDays = hasDates(resolution);
    const query = {
      symbol: checkSymbol(symbol),
      resolution,
      // The bar of a date may begin up to 14 hours before or 15 hours after 00:00 UTC.
      from: String(areDays ? Math.max(0, startOfDay(from) - DAY_SECONDS) : from),
      // Some services leave out a bar that starts at `to`. Bars start at whole minutes, so adding a
      // second changes nothing else.
      to: String((areDays ? startOfDay(to) + DAY_SECONDS : to) + 1),
      ...(isSplitAdjusted === undefined ? {} : { split_adjusted: String(isSplitAdjusted) }),
    };
    return this.#get('history', query, {
      options,
      maxBytes: LIMITS.bytes,
      read: (text, source) =>
        areDays
          ? readHistory(text, rangeOfDays(from, to), source, barDays(timeZone))
          : readHistory(text, { from, to }, source),
    });
  }

  /**
   * Reads `/v1/symbols` of the public operator: each feed's symbol. `null` unless the base URL ends
   * with `/v1/{channel}`, because UDF has no such list.
   */
  async getFeedSymbols(options: CallOptions = {}): Promise<ReadonlyMap<FeedId, string> | null> {
    const base = CHANNEL.exec(this.#settings.base)?.[1];
    if (base === undefined) return null;
    const maxBytes = SYMBOL_LIMITS.bytes;
    return this.#get('symbols', {}, { options, maxBytes, base, read: readFeedSymbols });
  }

  async #get<T>(
    endpoint: string,
    query: Record<string, string>,
    {
      options,
      maxBytes,
      base = this.#settings.base,
      read,
    }: {
      options: CallOptions;
      maxBytes: number;
      base?: string;
      read: (text: string, source: AnswerSource) => T | Promise<T>;
    },
  ): Promise<T> {
    const settings = settingsOfCall(this.#settings, options);
    const maxAnswerBytes = Math.min(maxBytes, settings.maxAnswerBytes);
    const { redact } = settings;
    const search = new URLSearchParams(query);
    const call: Call<T> = {
      endpoint,
      pathWithQuery: search.size === 0 ? endpoint : `${endpoint}?${search}`,
      mustBeJson: true,
      read: (text, status) => read(text, { endpoint, status, redact }),
    };
    return request({ ...settings, base, maxAnswerBytes }, call, options.signal);
  }
}

/** Dates, as 00:00 UTC. East of Greenwich, the local date may be a day later than in UTC. */
function rangeOfDays(from: UnixSeconds, to: UnixSeconds): Range {
  return { from: startOfDay(from), to: startOfDay(to + EASTERNMOST_SECONDS) };
}

/** Only temporary errors are retried, because each attempt uses up a small budget of requests. */
function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError) return error.problem !== 'refused-redirect';
  return error instanceof HttpStatusError && error.status >= 500;
}

function checkSymbol(symbol: string): string {
  if (symbol === '' || symbol.length > LONGEST_SYMBOL) {
    throw new TypeError(`a symbol has 1 to ${LONGEST_SYMBOL} characters`);
  }
  return symbol;
}
