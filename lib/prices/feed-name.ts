import { plainText } from '../text/plain-text.ts';
import { attribute, type FeedAttributes } from './attributes.ts';
import { titleCase } from './title-case.ts';

export type FeedName = {
  /** `BTC/USD`; what lists and assistive technology call the feed. */
  readonly symbol: string;
  /** `Bitcoin / US Dollar`; empty where the service tells none. */
  readonly description: string;
  /** The one thing that the description is about: `Bitcoin`, and `Japanese Yen` for USD/JPY. */
  readonly subject: string;
  /** The service announced the feed's end in its description. */
  readonly deprecated: boolean;
};

const SYMBOL_LIMIT = 40;
const DESCRIPTION_LIMIT = 200;
const LABEL_LIMIT = 40;

/** Hebrew, Arabic and their neighbours, with their presentation forms and later blocks. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const DEPRECATED = /^deprecated(?: feed)?\s*[-–:]\s*/i;
const BOILERPLATE = /^pyth price in usd for /i;
const US_DOLLAR = /^u\.?s\.? dollar$/i;
/** `Crypto.`, `FX.`, and for shares the country too: `Equity.US.`. */
const CLASS_PREFIX = /^(?:Equity\.[A-Z]{2}\.|[A-Za-z]\w*\.)(?=.)/;

const ASSET_TYPE_LABELS = new Map([
  ['crypto', 'Crypto'],
  ['fx', 'FX'],
  ['equity', 'Equity'],
  ['metal', 'Metals'],
  ['metals', 'Metals'],
  ['rates', 'Rates'],
  ['commodities', 'Commodities'],
  ['crypto_redemption_rate', 'Redemption rate'],
  ['crypto_index', 'Crypto index'],
  ['crypto_nav', 'Crypto NAV'],
  ['eco', 'Economy'],
  ['kalshi', 'Kalshi'],
]);

/**
 * What to call a feed, from attributes that nobody vouches for: each text is bounded (40 and 200
 * characters) and free of invisible and direction characters. A name without anything to see counts
 * as absent; without any name, the short id.
 */
export function feedName(attributes: FeedAttributes | undefined, id: string): FeedName {
  const raw = plainText(attribute(attributes, 'description') ?? '', DESCRIPTION_LIMIT);
  const description = titleCase(raw.replace(DEPRECATED, ''));
  return {
    symbol: isolate(feedSymbol(attributes) || shortId(id)),
    description: isolate(description),
    subject: isolate(subjectOf(description)),
    deprecated: DEPRECATED.test(raw),
  };
}

/**
 * Between isolates, text that runs right to left turns nothing around it: neither the figures of a
 * row nor those of a tooltip or notification, which know no markup.
 */
function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** The name of an asset type, an open set: `Crypto`, `FX`, `Metals`, and others as they are. */
export function assetTypeLabel(assetType: string | undefined): string {
  const text = plainText((assetType ?? '').replaceAll('_', ' '), LABEL_LIMIT);
  if (text === '') return 'Other';
  const known = ASSET_TYPE_LABELS.get(text.toLowerCase().replaceAll(' ', '_'));
  return known ?? text[0]?.toUpperCase() + text.slice(1);
}

/** A feed id in few characters: `e62df6c8…`. */
export function shortId(id: string): string {
  const clean = plainText(id, SYMBOL_LIMIT);
  return clean.length > 9 ? `${clean.slice(0, 8)}…` : clean || '?';
}

function feedSymbol(attributes: FeedAttributes | undefined): string {
  const symbol = plainText(attribute(attributes, 'symbol') ?? '', SYMBOL_LIMIT);
  const display = plainText(attribute(attributes, 'display_symbol') ?? '', SYMBOL_LIMIT);
  const bare = symbol.replace(CLASS_PREFIX, '');
  // Some feeds carry only the symbol's last part (`EXT`, `RR`), the same for hundreds of them.
  const isOnlySuffix = bare.includes('/') && bare.endsWith(`.${display}`);
  return display === '' || isOnlySuffix ? bare : display;
}

function subjectOf(description: string): string {
  const [base = '', quote = ''] = description.replace(BOILERPLATE, '').split(' / ');
  return US_DOLLAR.test(base) && quote !== '' ? quote : base;
}
