import { searchCatalog } from './catalog.ts';
import type { Market } from './market.ts';
import {
  BadQueryError,
  parseCatalogQuery,
  parseEncodingQuery,
  parsePriceQuery,
  type PriceQuery,
} from './query.ts';
import type { Moment } from './quote.ts';
import { stakeCapsJson } from './stake-caps.ts';
import { priceUpdateJson } from './updates.ts';

/** A whole response. */
export interface PlainAnswer {
  kind: 'plain';
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** A stream of updates of these feeds. */
export interface StreamAnswer {
  kind: 'stream';
  query: PriceQuery;
}

export const STREAM_PATH = '/v2/updates/price/stream';

const PRICE_PATH = '/v2/updates/price/';
// The calls that need an access token: all but the catalog, as at the public service.
const GUARDED_PATH = '/v2/updates/';

/** Answers a GET of the path (without prefix). */
export function answerTo(
  market: Market,
  path: string,
  rawQuery: string,
): PlainAnswer | StreamAnswer {
  try {
    if (path === '/v2/price_feeds') return answerCatalog(market, rawQuery);
    if (path === '/v2/updates/publisher_stake_caps/latest') {
      return jsonAnswer(stakeCapsJson(parseEncodingQuery(rawQuery), market.capsSigning()));
    }
    if (path === STREAM_PATH) return answerStream(market, rawQuery);
    if (path === `${PRICE_PATH}latest`) return answerPrices(market, market.latest(), rawQuery);
    if (path.startsWith(PRICE_PATH)) {
      return answerHistory(market, path.slice(PRICE_PATH.length), rawQuery);
    }
    return textAnswer(404, '');
  } catch (error) {
    if (error instanceof BadQueryError) return textAnswer(400, error.message);
    throw error;
  }
}

export function isGuarded(path: string): boolean {
  return path.startsWith(GUARDED_PATH);
}

export function textAnswer(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): PlainAnswer {
  const type = { 'content-type': 'text/plain; charset=utf-8' };
  return { kind: 'plain', status, headers: { ...type, ...headers }, body };
}

function jsonAnswer(body: string): PlainAnswer {
  return { kind: 'plain', status: 200, headers: { 'content-type': 'application/json' }, body };
}

function answerCatalog(market: Market, rawQuery: string): PlainAnswer {
  const found = searchCatalog(market.feeds(), parseCatalogQuery(rawQuery));
  return jsonAnswer(JSON.stringify(found));
}

function answerHistory(market: Market, publishTime: string, rawQuery: string): PlainAnswer {
  if (!/^-?\d+$/.test(publishTime)) {
    return textAnswer(400, 'Invalid URL: the publish time is not an integer');
  }
  return answerPrices(market, market.at(Number(publishTime)), rawQuery);
}

function answerPrices(market: Market, moment: Moment | undefined, rawQuery: string): PlainAnswer {
  const query = parsePriceQuery(rawQuery);
  const ids = knownIds(market, query);
  if (!Array.isArray(ids)) return ids;
  // One feed without data fails the whole request, as it does in the public service.
  if (!moment || ids.some((id) => market.isWithheld(id))) return noData();
  return jsonAnswer(priceUpdateJson(market.update(ids, moment), query));
}

function answerStream(market: Market, rawQuery: string): PlainAnswer | StreamAnswer {
  const query = parsePriceQuery(rawQuery);
  const ids = knownIds(market, query);
  if (!Array.isArray(ids)) return ids;
  return ids.some((id) => market.isWithheld(id))
    ? noData()
    : { kind: 'stream', query: { ...query, ids } };
}

function knownIds(market: Market, query: PriceQuery): string[] | PlainAnswer {
  const unknown = query.ids.filter((id) => !market.has(id));
  if (unknown.length === 0) return query.ids;
  // Only here the public service writes ids with `0x`.
  return textAnswer(404, `Price ids not found: ${unknown.map((id) => `0x${id}`).join(', ')}`);
}

function noData(): PlainAnswer {
  return textAnswer(404, 'Update data not found');
}
