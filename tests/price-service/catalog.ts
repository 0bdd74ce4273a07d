import { createHash } from 'node:crypto';
import { ALWAYS, CATALOG_ROWS, type CatalogRow } from './catalog-table.ts';

/** An entry of `v2/price_feeds`. */
export interface FeedMetadata {
  id: string;
  attributes: Record<string, string>;
}

/** A feed with the parameters of its walk. */
export interface WalkFeed extends FeedMetadata {
  startPrice: number;
  expo: number;
  /** Standard deviation of the price's logarithm over a year. */
  volatility: number;
  /** Confidence as a share of the price. */
  confidence: number;
}

// Keyed by the asset type, the first part of the symbol. Crypto is as in captured signed prices: the
// median confidence is 0.066 %, and 58 pairs up to 11 minutes apart moved by 0.105 confidences (root
// mean square) times the root of the seconds between them, stablecoins not counted.
const ASSET_TYPES: Record<string, { volatility: number; confidence: number }> = {
  Crypto: { volatility: 0.37, confidence: 6.5e-4 },
  FX: { volatility: 0.08, confidence: 1.2e-4 },
  Equity: { volatility: 0.3, confidence: 4e-4 },
  Metal: { volatility: 0.2, confidence: 1.7e-4 },
  Rates: { volatility: 0.18, confidence: 8e-4 },
  Commodities: { volatility: 0.35, confidence: 5e-4 },
};

const WELL_KNOWN_FEEDS: readonly WalkFeed[] = CATALOG_ROWS.map(feedOf);

/** The well-known feeds and `extraFeeds` generated ones, whose ids are the same in every run. */
export function buildCatalog(extraFeeds: number): WalkFeed[] {
  const generated = Array.from({ length: extraFeeds }, (_, index) => feedOf(generatedRow(index)));
  return [...WELL_KNOWN_FEEDS, ...generated];
}

/**
 * The response of `v2/price_feeds`. `query` is searched for in the attribute `symbol` only,
 * ignoring case; `assetType` is compared with the attribute in lower case with `_` for spaces.
 */
export function searchCatalog(
  feeds: readonly FeedMetadata[],
  { query = '', assetType = '' }: { query?: string; assetType?: string },
): FeedMetadata[] {
  const wantedText = query.toLowerCase();
  // The specification writes `metals`, the public service `metal`.
  const wantedType = assetType === 'metals' ? 'metal' : assetType;
  return feeds
    .filter(({ attributes }) => (attributes['symbol'] ?? '').toLowerCase().includes(wantedText))
    .filter(({ attributes }) => wantedType === '' || filterName(attributes) === wantedType)
    .map(({ id, attributes }) => ({ id, attributes }));
}

function filterName(attributes: Record<string, string>): string {
  return (attributes['asset_type'] ?? '').toLowerCase().replaceAll(' ', '_');
}

function feedOf(row: CatalogRow): WalkFeed {
  const { id, symbol, description, quoteCurrency, schedule, startPrice, expo, volatility } = row;
  const [typeName = '', country = '', ...rest] = symbol.split('.');
  const type = ASSET_TYPES[typeName];
  if (!type) throw new TypeError(`no asset type for the symbol ${symbol}`);
  const displaySymbol = rest.length > 0 ? rest.join('.') : country;
  return {
    id,
    // Keys in alphabetical order, as the public service sends them.
    attributes: {
      asset_type: typeName,
      base: displaySymbol.split('/')[0] ?? displaySymbol,
      ...(rest.length > 0 ? { country } : {}),
      description,
      display_symbol: displaySymbol,
      quote_currency: quoteCurrency,
      schedule,
      symbol,
    },
    startPrice: Number(startPrice),
    expo,
    volatility: volatility ?? type.volatility,
    confidence: type.confidence,
  };
}

function generatedRow(index: number): CatalogRow {
  const number = String(index + 1).padStart(4, '0');
  const hash = createHash('sha256').update(`generated price feed ${number}`).digest();
  const prefix = ['Crypto.', 'FX.', 'Equity.US.', 'Metal.', 'Rates.'][index % 5] ?? 'Crypto.';
  // From thousandths to ten thousands, evenly over the magnitudes.
  const startPrice = 10 ** ((hash.readUInt16BE(0) / 0xffff) * 7 - 3);
  return {
    id: hash.toString('hex'),
    symbol: `${prefix}GEN${number}/USD`,
    description: `GENERATED FEED ${number} / US DOLLAR`,
    quoteCurrency: 'USD',
    schedule: ALWAYS,
    startPrice: startPrice.toPrecision(5),
    expo: -8,
  };
}
