import { FIGURE } from '../../base/limits.ts';
import { t } from '../../base/locale/t.ts';
import type { FeedId } from '../../base/units.ts';
import { sideOf, otherSide } from '../alerts/engine/levels.ts';
import { readLevel } from '../alerts/model/read-draft.ts';
import type { Side } from '../alerts/model/trigger.ts';
import { CHART_PERIODS, type ChartPeriod } from '../history/periods.ts';
import type { Holding } from '../holdings/holding.ts';
import { heldCurrency } from '../holdings/position.ts';
import type { MarketSettings } from '../market/market.ts';
import { absoluteDecimal, addDecimals, compareDecimals } from '../prices/arithmetic.ts';
import { parseDecimal, toShortDecimalString, type Decimal } from '../prices/decimal.ts';
import type { Feed } from '../watchlist/catalog.ts';
import {
  bestMatch,
  nearestFeeds,
  searchCatalog,
  type CatalogIndex,
} from '../watchlist/search-catalog.ts';

/** What the one box can do with a text. The first offer is what Enter does. */
export type Offer =
  /** A new alert: once, and it never expires. */
  | {
      readonly kind: 'alert';
      readonly feed: Feed;
      readonly direction: Side;
      readonly level: string;
    }
  /** The same alert, opened as a sentence. */
  | { readonly kind: 'sentence'; readonly feed: Feed; readonly level: string }
  /** Sets the quantity that the user owns. `more`: the part added to the old one. */
  | {
      readonly kind: 'own';
      readonly feed: Feed;
      readonly quantity: string;
      readonly more: string | null;
    }
  | { readonly kind: 'chart'; readonly feed: Feed; readonly period: ChartPeriod }
  /** Adds a list. `unknown`: items without a feed. */
  | { readonly kind: 'list'; readonly feeds: readonly Feed[]; readonly unknown: readonly string[] }
  /** A new group of all feeds of a list, once it has a name. */
  | { readonly kind: 'group'; readonly feeds: readonly Feed[] };

export interface Offers {
  readonly offers: readonly Offer[];
  /** Best first. */
  readonly feeds: readonly Feed[];
  /** Whether no feed matches, so that `feeds` are only similar. Enter does nothing. */
  readonly isGuess: boolean;
  /** Why the figure in the text cannot be read. */
  readonly problem: string | null;
}

/** What the offers and their words depend on, besides the text. */
export interface OfferPlace {
  readonly index: CatalogIndex;
  /** A label; `null`: all. */
  readonly assetType: string | null;
  /** As quoted; `null` if it is not known or does not count. */
  readonly priceOf: (id: FeedId) => Decimal | null;
  readonly listed: readonly FeedId[];
  readonly holdings: Readonly<Record<FeedId, Holding>>;
  /** The user's names. */
  readonly names: Readonly<Record<FeedId, string>>;
  readonly areAmountsHidden: boolean;
  /** What amounts are worth is in the display currency. */
  readonly rates: Pick<MarketSettings, 'currency' | 'currencyFeeds'>;
  /** A BCP 47 tag; by default the browser's locale. */
  readonly locale?: string;
}

/** Characters of a typed or pasted text. */
const MAX_TEXT = 2_000;
/** Limited, because each item of a list takes a search. */
const MAX_ITEMS = 50;
/** Limited, because each way to split a text takes a search. */
const MAX_WORDS = 8;
const NEAREST = 3;

const SEPARATORS = /[,;、，；،؛\n\t]+/;
const FIGURE_START = /^[+\-\u2212]?[.,٫]?\p{Nd}/u;
const PERCENT = /[%٪]\s*$/;

const OTHER_PERIODS: Readonly<Record<string, ChartPeriod>> = { '1d': '24h', '1w': '7d' };

/**
 * Reads what the user typed: a name; a name and a level, an amount or a period; or a list. A figure
 * between a fifth and five times the price is a level, otherwise an amount.
 */
export function offersFor(typed: string, place: OfferPlace): Offers {
  const text = typed.slice(0, MAX_TEXT).trim();
  const { feeds, quality } = searchCatalog(place.index, text, place.assetType);
  // `10-year Treasury` and `BTC, USD` are names.
  const listed = quality === 'name' ? null : listOf(text, quality !== 'typo', place);
  if (listed) return listed;
  const said = quality === 'words' || quality === 'typo' ? saidOf(text, place) : null;
  return said ?? (quality === 'typo' ? guess(text, feeds, place) : plain(feeds));
}

function plain(feeds: readonly Feed[], offers: readonly Offer[] = []): Offers {
  return { offers, feeds, isGuess: false, problem: null };
}

/** Feeds that match but for a typo, otherwise similar ones. */
function guess(text: string, near: readonly Feed[], { index, assetType }: OfferPlace): Offers {
  const all = near.length > 0 ? near : nearestFeeds(index, text, assetType);
  return { ...plain(all.slice(0, NEAREST)), isGuess: all.length > 0 };
}

/** `null` if the text is no list. @param hasMatch whether a feed contains all words */
function listOf(text: string, hasMatch: boolean, { index, listed }: OfferPlace): Offers | null {
  const isSeparated = SEPARATORS.test(text) && !isFigureAtEnd(text);
  if (!isSeparated && hasMatch) return null;
  const items = text
    .split(isSeparated ? SEPARATORS : /\s+/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .slice(0, MAX_ITEMS);
  if (items.length < 2) return null;
  const matches = items.map((item) => bestMatch(index, item));
  // Spaces also separate the words of one name.
  if (!isSeparated && matches.some((match) => match?.quality !== 'name')) return null;
  // Short texts occur within many others.
  const found = matches.map((match) => (match?.quality === 'words' ? null : match?.feed));
  const feeds = [...new Set(found.filter((feed) => feed != null))];
  if (feeds.length === 0) return null;
  const missing = feeds.filter(({ id }) => !listed.includes(id));
  const unknown = items.filter((_, at) => !found[at]);
  const list: Offer = { kind: 'list', feeds: missing, unknown };
  const group: Offer = { kind: 'group', feeds };
  return plain(feeds, [
    ...(missing.length > 0 ? [list] : []),
    ...(feeds.length > 1 ? [group] : []),
  ]);
}

/** Whether all separators belong to one figure: `btc 85,000`. */
function isFigureAtEnd(text: string): boolean {
  const [subject = '', ...figure] = text.split(/\s+(?=[+\-\u2212]?[.,٫]?\p{Nd})/u);
  return figure.length > 0 && !SEPARATORS.test(subject) && !/[,;]\s/.test(text);
}

/** Offers for a name with something after it, or a figure before it; `null` if there is neither. */
function saidOf(text: string, place: OfferPlace): Offers | null {
  const { index, assetType, locale } = place;
  let problem: string | null = null;
  for (const { subject, rest } of splitsOf(text)) {
    const period = periodOf(rest);
    if (period === null && !FIGURE_START.test(rest)) continue;
    const { feeds, quality } = searchCatalog(index, subject, assetType);
    const [feed] = feeds;
    if (!feed) continue;
    if (quality === 'typo') return guess(subject, feeds, place);
    if (period) return plain(feeds, [{ kind: 'chart', feed, period }]);
    const read = readLevel(rest, { locale, price: place.priceOf(feed.id) });
    if ('text' in read) return plain(feeds, figureOffers(feed, rest, read.text, place));
    problem ??= read.reason;
  }
  // A name may have digits, so the reason matters only if nothing else was found.
  return problem === null ? null : { ...guess(text, [], place), problem };
}

function* splitsOf(text: string): Generator<{ subject: string; rest: string }> {
  const words = text.split(/\s+/, MAX_WORDS);
  for (let at = 1; at < words.length; at += 1) {
    yield { subject: words.slice(0, at).join(' '), rest: words.slice(at).join(' ') };
  }
  yield { subject: words.slice(1).join(' '), rest: words[0] ?? '' };
}

/** In English or as the chart's buttons say it. */
function periodOf(text: string): ChartPeriod | null {
  const word = wordOf(text);
  const named = CHART_PERIODS.find(
    (period) => period === word || wordOf(t(`row.period.${period}`)) === word,
  );
  return named ?? OTHER_PERIODS[word] ?? null;
}

function wordOf(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase();
}

/**
 * The likelier meaning first. Nobody owns a rate.
 * @param read what `typed` means, a plain decimal
 */
function figureOffers(feed: Feed, typed: string, read: string, place: OfferPlace): Offer[] {
  const price = place.priceOf(feed.id);
  const number = parseDecimal(read);
  const level = number ? toShortDecimalString(number) : '';
  // Without a price, the figure could mean either.
  if (!price || !number || !FIGURE.test(level)) return [];
  const direction = otherSide(sideOf(price, number) ?? 'below');
  const alert: Offer = { kind: 'alert', feed, direction, level };
  const alerts: Offer[] = [alert, { kind: 'sentence', feed, level }];
  if (heldCurrency(feed.attributes) === null || PERCENT.test(typed)) return alerts;
  if (number.mantissa === 0n) return [];
  const owned = ownOffers(feed, number, place);
  return isNearPrice(number, price) ? [...alerts, ...owned] : [...owned, alert];
}

function ownOffers(feed: Feed, number: Decimal, { holdings }: OfferPlace): Offer[] {
  const quantity = toShortDecimalString(number);
  const own = { kind: 'own', feed, quantity, more: null } as const;
  const before = parseDecimal(holdings[feed.id]?.quantity ?? '');
  const sum = before && addDecimals(before, number);
  const total = sum?.mantissa ? toShortDecimalString(sum) : '';
  return FIGURE.test(total) ? [own, { ...own, quantity: total, more: quantity }] : [own];
}

/** Whether a figure is between a fifth and five times the price. */
function isNearPrice(number: Decimal, price: Decimal): boolean {
  if (number.mantissa < 0n !== price.mantissa < 0n) return false;
  const [a, b] = [absoluteDecimal(number), absoluteDecimal(price)];
  return compareDecimals(a, times5(b)) <= 0 && compareDecimals(b, times5(a)) <= 0;
}

function times5(number: Decimal): Decimal {
  return { ...number, mantissa: number.mantissa * 5n };
}
