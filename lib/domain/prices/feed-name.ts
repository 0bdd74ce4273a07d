import { currencyName } from '../../base/locale/format.ts';
import { messageLanguage } from '../../base/locale/language.ts';
import { t, type PlainKey } from '../../base/locale/t.ts';
import { plainText } from '../../base/text/plain-text.ts';
import type { FeedId } from '../../base/units.ts';
import { attribute, type FeedAttributes } from './attributes.ts';
import { titleCase } from './title-case.ts';

export type FeedName = {
  /** For lists and assistive technology: `BTC/USD`. */
  readonly symbol: string;
  /** `Bitcoin / US Dollar`; empty if the service sends none. */
  readonly description: string;
  /** `Bitcoin`, or `Japanese Yen` for USD/JPY: a currency or metal in the user's language. */
  readonly subject: string;
  /** Whether the feed list's description calls the feed deprecated. */
  readonly deprecated: boolean;
};

const SYMBOL_LIMIT = 40;
const DESCRIPTION_LIMIT = 200;
const LABEL_LIMIT = 40;

/** Hebrew, Arabic and related scripts, with presentation forms and later blocks. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const DEPRECATED = /^deprecated(?: feed)?\s*[-–:]\s*/i;
const BOILERPLATE = /^pyth price in usd for /i;
const US_DOLLAR = /^u\.?s\.? dollar$/i;
/** `Crypto.`, `FX.`, and for equities also the country: `Equity.US.`. */
const CLASS_PREFIX = /^(?:Equity\.[A-Z]{2}\.|[A-Za-z]\w*\.)(?=.)/;

/** Asset types whose bases are named in the user's language, in lower case. */
export const CURRENCY_TYPES: ReadonlySet<string> = new Set(['fx', 'metal', 'metals']);

// Chromium has no names for them.
const METAL_KEYS = new Map<string, PlainKey>([
  ['XAU', 'feed.metal.gold'],
  ['XAG', 'feed.metal.silver'],
  ['XPT', 'feed.metal.platinum'],
  ['XPD', 'feed.metal.palladium'],
]);

const ASSET_TYPE_KEYS = new Map<string, PlainKey>([
  ['crypto', 'feed.assetType.crypto'],
  ['fx', 'feed.assetType.fx'],
  ['equity', 'feed.assetType.equity'],
  ['metal', 'feed.assetType.metals'],
  ['metals', 'feed.assetType.metals'],
  ['rates', 'feed.assetType.rates'],
  ['commodities', 'feed.assetType.commodities'],
  ['crypto_redemption_rate', 'feed.assetType.redemptionRate'],
  ['crypto_index', 'feed.assetType.cryptoIndex'],
  ['crypto_nav', 'feed.assetType.cryptoNav'],
  ['eco', 'feed.assetType.economy'],
]);

// `BTC/USD`: the quote currency matters less than the base.
const PAIR = /^([^/]+)(\/[^/]+)$/;

/** A display name or symbol, or its two parts if it is a pair: `BTC` and `/USD`. */
export function splitPair(name: string): [base: string, quote: string | undefined] {
  const [, base = name, quote] = PAIR.exec(name) ?? [];
  return [base, quote];
}

/**
 * The names in a feed's untrusted attributes: at most 40 and 200 characters, without invisible or
 * direction characters. The short id replaces a missing symbol.
 */
export function feedName(attributes: FeedAttributes | undefined, id: FeedId): FeedName {
  const described = boundedDescription(attributes);
  const description = titleCase(described.replace(DEPRECATED, ''));
  return {
    symbol: feedSymbol(attributes, id),
    description: isolate(description),
    // Few of those who ask for a name need it.
    get subject() {
      return isolate(localName(attributes) ?? subjectOf(description));
    },
    deprecated: isDeprecated(attributes, described),
  };
}

/** As the service writes it, without the remark that the feed is deprecated. */
export function plainDescription(attributes: FeedAttributes | undefined): string {
  return boundedDescription(attributes).replace(DEPRECATED, '');
}

/** @param description with the remark, at most 200 characters */
export function isDeprecated(
  attributes: FeedAttributes | undefined,
  description = boundedDescription(attributes),
): boolean {
  return DEPRECATED.test(description) || attribute(attributes, 'deprecated') === 'true';
}

function boundedDescription(attributes: FeedAttributes | undefined): string {
  return plainText(attribute(attributes, 'description') ?? '', DESCRIPTION_LIMIT);
}

/** The display name, otherwise the symbol. */
export function nameOrSymbol(
  id: FeedId,
  names: Readonly<Record<FeedId, string>> | undefined,
  attributes: Readonly<Record<FeedId, FeedAttributes>> | undefined,
): string {
  return names?.[id] ?? feedSymbol(attributes?.[id], id);
}

/**
 * Keeps right-to-left text from reordering numbers beside it. Characters, because tooltips and
 * notifications support no markup.
 */
function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** `Crypto`, `FX`, `Metals`. Unknown types keep their name. */
export function assetTypeLabel(assetType: string | undefined): string {
  const text = plainText((assetType ?? '').replaceAll('_', ' '), LABEL_LIMIT);
  if (text === '') return t('feed.assetType.other');
  const known = ASSET_TYPE_KEYS.get(text.toLowerCase().replaceAll(' ', '_'));
  return known === undefined ? text[0]?.toUpperCase() + text.slice(1) : t(known);
}

/**
 * The service's filter for the asset type with this label: `Metals` → `metals`. The specification
 * has five; others are written as the public service writes them.
 */
export function assetTypeFilter(label: string): string {
  const known = [...ASSET_TYPE_KEYS].findLast(([, key]) => t(key) === label);
  return known?.[0] ?? label.toLowerCase().replaceAll(' ', '_');
}

/** `e62df6c8…`. */
export function shortId(id: FeedId): string {
  const clean = plainText(id, SYMBOL_LIMIT);
  return clean.length > 9 ? `${clean.slice(0, 8)}…` : clean || '?';
}

/** The symbol in a feed's untrusted attributes, or the short id. The worker needs no more of its name. */
export function feedSymbol(attributes: FeedAttributes | undefined, id: FeedId): string {
  return isolate(symbolIn(attributes) || shortId(id));
}

function symbolIn(attributes: FeedAttributes | undefined): string {
  const symbol = plainText(attribute(attributes, 'symbol') ?? '', SYMBOL_LIMIT);
  const display = plainText(attribute(attributes, 'display_symbol') ?? '', SYMBOL_LIMIT);
  const bare = symbol.replace(CLASS_PREFIX, '');
  // Some display symbols are only the last part (`EXT`, `RR`), shared by hundreds.
  const isOnlySuffix = bare.includes('/') && bare.endsWith(`.${display}`);
  return display === '' || isOnlySuffix ? bare : display;
}

/** The name of a currency or metal in the user's language; `undefined` if the description has it. */
function localName(attributes: FeedAttributes | undefined): string | undefined {
  // The list has them in English; the browser's would delay the popup's first paint by 1 to 2 ms.
  if (messageLanguage() === 'en') return undefined;
  if (!CURRENCY_TYPES.has(attribute(attributes, 'asset_type')?.toLowerCase() ?? ''))
    return undefined;
  const base = attribute(attributes, 'base');
  return localNameOf((base === 'USD' && attribute(attributes, 'quote_currency')) || base || '');
}

/** `Japanese Yen` or `Gold` in the user's language; `undefined` for an unknown code. */
export function localNameOf(code: string): string | undefined {
  const metal = METAL_KEYS.get(code);
  const name = metal ? t(metal) : currencyName(code);
  // Many languages write currencies in lower case.
  return name && name.charAt(0).toUpperCase() + name.slice(1);
}

function subjectOf(description: string): string {
  const [base = '', quote = ''] = description.replace(BOILERPLATE, '').split(' / ');
  return US_DOLLAR.test(base) && quote !== '' ? quote : base;
}
