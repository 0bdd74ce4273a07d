import { createServer } from 'node:http';
import { answerPreflight, CORS_HEADERS } from '../price-service/cors.ts';
import { afterDelay, deliver } from '../price-service/delivery.ts';
import { createFaultList, type Fault } from '../price-service/faults.ts';
import { listenOnLoopback } from '../price-service/loopback.ts';
import { createPins, type Pins } from '../price-service/market.ts';
import { recordRequest, type RequestRecord } from '../price-service/request-log.ts';
import { textAnswer, type PlainAnswer } from '../price-service/routes.ts';
import { createWalkSource } from '../price-service/walk-source.ts';
import { PUBLIC_DIALECT, type Dialect } from './dialect.ts';
import { LIES, type Lie, type LieName } from './lies.ts';
import { answerSymbolList, answerTo, feedOf, type Library } from './routes.ts';

export type { Dialect } from './dialect.ts';
export { LIES, type Lie, type LieName } from './lies.ts';

export interface HistoryServiceOptions {
  /** Default 0: any free port. Always loopback only. */
  port?: number;
  /** Prefix of every path; default the public operator's. The list of symbols is beside its end. */
  prefix?: string;
  /** With the seed, the extra feeds and the pins of a price service, the candles agree with it. */
  seed?: number;
  extraFeeds?: number;
  pins?: Pins;
  dialect?: Partial<Dialect>;
  /** `/history` without it gets a 401; the other paths need none. */
  requireHeader?: { name: string; value: string };
  /** Feeds without candles. */
  lacks?: readonly string[];
  /** The first candles begin here, unix seconds; default 0. */
  since?: number;
  /** Unix milliseconds; default `Date.now`. */
  now?: () => number;
}

export interface HistoryService {
  /** The base URL for a client. */
  url: string;
  /** All requests except preflights. `ids` has the feed of the symbol, if there is one. */
  requests: RequestRecord[];
  preflights: RequestRecord[];
  /**
   * Adds a fault of the price service's kinds; returns a function that removes it. `not-entitled`
   * and `unknown-feeds` refuse feeds; any other affects one feed by a path such as `BTC/USD`,
   * because the path of a fault is compared with the path and the symbol.
   */
  fail(fault: Fault): () => void;
  clearFaults(): void;
  /** Falsifies the candles of these feeds, by default of all; returns a function that ends this. */
  lie(lie: Lie | LieName, ids?: readonly string[]): () => void;
  /** Ends the open connections too. */
  close(): Promise<void>;
}

const DEFAULT_PREFIX = '/v1/fixed_rate@200ms';

/** Starts a history service on loopback that uses UDF, like the public operator's. */
export async function startHistoryService(
  options: HistoryServiceOptions = {},
): Promise<HistoryService> {
  const { seed = 1, now = Date.now, prefix = DEFAULT_PREFIX, requireHeader } = options;
  const lies = new Set<{ lie: Lie; ids: readonly string[] | undefined }>();
  const library: Library = {
    source: createWalkSource(seed, options.extraFeeds ?? 0),
    pins: options.pins ?? createPins(),
    dialect: { ...PUBLIC_DIALECT, ...options.dialect },
    now,
    lacks: new Set(options.lacks),
    since: options.since ?? 0,
    falsify: (id, answer) =>
      [...lies]
        .filter(({ ids }) => ids === undefined || ids.includes(id))
        .reduce((told, { lie }) => lie(told), answer),
  };
  const faults = createFaultList(seed);
  const requests: RequestRecord[] = [];
  const preflights: RequestRecord[] = [];
  const listPath = `${prefix.slice(0, prefix.lastIndexOf('/'))}/symbols`;

  function answerOf(record: RequestRecord, query: URLSearchParams, isBelow: boolean): PlainAnswer {
    if (record.method !== 'GET') return textAnswer(405, '');
    if (record.path === listPath) return answerSymbolList(library);
    if (!isBelow) return textAnswer(404, '');
    if (requireHeader && record.path === '/history') {
      const given = record.headers[requireHeader.name.toLowerCase()];
      if (given !== requireHeader.value) return textAnswer(401, 'unauthorized');
    }
    return answerTo(library, record.path, query);
  }

  const server = createServer((request, response) => {
    const record = recordRequest(request, response, prefix, now);
    if (request.method === 'OPTIONS') {
      preflights.push(record);
      answerPreflight(request, response);
      return;
    }
    const query = new URLSearchParams(record.query);
    const symbol = query.get('symbol') ?? '';
    const feed = feedOf(library, symbol);
    if (feed) record.ids = [feed.id];
    requests.push(record);
    for (const header of Object.entries(CORS_HEADERS)) response.setHeader(...header);
    const drawn = faults.draw(`${record.path}?${symbol}`, false, record.ids);
    const isBelow = (request.url ?? '').startsWith(`${prefix}/`);
    afterDelay(response, drawn.delayMs, () =>
      deliver(request, response, answerOf(record, query, isBelow), drawn),
    );
  });
  // See the price service.
  server.keepAliveTimeout = 600_000;
  const listening = await listenOnLoopback(server, options.port);

  return {
    url: `${listening.url}${prefix}`,
    requests,
    preflights,
    fail: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    lie(lie, ids) {
      const entry = { lie: typeof lie === 'string' ? LIES[lie] : lie, ids };
      lies.add(entry);
      return () => void lies.delete(entry);
    },
    close: listening.close,
  };
}
