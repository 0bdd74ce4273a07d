import type { Pins } from '../price-service/market.ts';
import type { FeedMetadata } from '../price-service/catalog.ts';
import type { PriceSource } from '../price-service/quote.ts';
import { textAnswer, type PlainAnswer } from '../price-service/routes.ts';
import { readResolution } from '../../lib/history-service/index.ts';
import { buildBars, earlierStart } from './bars.ts';
import { toAnswer, writeAnswer, type Dialect, type HistoryAnswer } from './dialect.ts';

/** What the service knows. */
export interface Library {
  source: PriceSource;
  pins: Pins;
  dialect: Dialect;
  now: () => number;
  /** Feeds without candles. */
  lacks: Set<string>;
  /** When the first candles begin, unix seconds. */
  since: number;
  /** Falsifies the response for a feed. */
  falsify: (id: string, answer: HistoryAnswer) => HistoryAnswer;
}

const RESOLUTIONS = ['1', '2', '5', '15', '30', '60', '120', '240', '360', '720', 'D', 'W', 'M'];

/** Answers a GET of a path below the prefix; `''` is the path of the list of all symbols. */
export function answerTo(library: Library, path: string, query: URLSearchParams): PlainAnswer {
  if (path === '/config' && library.dialect.hasConfig) {
    return json(JSON.stringify({ supported_resolutions: RESOLUTIONS, supports_search: true }));
  }
  const feed = feedOf(library, query.get('symbol') ?? '');
  if (path === '/symbols') return feed ? symbolInfo(feed) : textAnswer(404, 'symbol not found');
  if (path === '/history') return feed ? history(library, feed, query) : notFound();
  return textAnswer(404, '');
}

/** The list of all symbols, `/v1/symbols`. */
export function answerSymbolList({ source, lacks }: Library): PlainAnswer {
  const list = source.feeds.map((feed, index) => ({
    pyth_lazer_id: index + 1,
    name: feed.attributes['base'],
    symbol: feed.attributes['symbol'],
    description: feed.attributes['description'],
    hermes_id: lacks.has(feed.id) ? null : feed.id,
    min_channel: 'fixed_rate@200ms',
    state: 'stable',
    schedule: feed.attributes['schedule'],
    market_session_schedule: { regular: feed.attributes['schedule'] },
  }));
  return json(JSON.stringify(list));
}

/** The feed of a request, for faults and lies. */
export function feedOf({ source, lacks }: Library, symbol: string): FeedMetadata | undefined {
  const wanted = symbol.toLowerCase();
  return source.feeds.find(
    ({ id, attributes }) => attributes['symbol']?.toLowerCase() === wanted && !lacks.has(id),
  );
}

function symbolInfo({ attributes }: FeedMetadata): PlainAnswer {
  const info = {
    name: attributes['symbol'],
    ticker: attributes['symbol'],
    description: attributes['description'],
    type: attributes['asset_type'],
    session: '24x7',
    timezone: 'Etc/UTC',
    has_intraday: true,
    supported_resolutions: RESOLUTIONS,
  };
  return json(JSON.stringify(info));
}

function history(library: Library, feed: FeedMetadata, query: URLSearchParams): PlainAnswer {
  const resolution = readResolution(query.get('resolution'));
  const from = Number(query.get('from') ?? Number.NaN);
  const to = Number(query.get('to') ?? Number.NaN);
  if (!resolution || !Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from > to) {
    return textAnswer(400, 'Failed to deserialize query string');
  }
  const { source, pins, dialect, since } = library;
  const barSource = { source, pins, nowMs: library.now() };
  const last = dialect.to === 'inclusive' ? to : to - 1;
  const range = { from: Math.max(from, since), to: last, resolution };
  const bars = buildBars(feed, range, barSource).slice(-dialect.maxBars);
  const answer = toAnswer(bars, dialect, () => earlierStart(feed, range, barSource));
  return json(writeAnswer(library.falsify(feed.id, answer)));
}

function notFound(): PlainAnswer {
  return textAnswer(404, 'symbol not found');
}

function json(body: string): PlainAnswer {
  return { kind: 'plain', status: 200, headers: { 'content-type': 'application/json' }, body };
}
