import { t } from '../../base/locale/t.ts';
import type { FeedId } from '../../base/units.ts';
import { sideOf, otherSide } from '../alerts/engine/levels.ts';
import { newDraft } from '../alerts/model/draft.ts';
import { readDraft, readLevel } from '../alerts/model/read-draft.ts';
import type { AlertRule, RuleOf } from '../alerts/model/rule.ts';
import { CHART_PERIODS, type ChartPeriod } from '../history/periods.ts';
import type { Holding } from '../holdings/holding.ts';
import { heldCurrency } from '../holdings/position.ts';
import { readQuantity } from '../holdings/read-holding.ts';
import { absoluteDecimal, addDecimals, compareDecimals } from '../prices/arithmetic.ts';
import { parseDecimal, toShortDecimalString, type Decimal } from '../prices/decimal.ts';
import type { Feed } from '../watchlist/catalog.ts';
import {
  bestMatch,
  matchCatalog,
  nearestFeeds,
  type CatalogIndex,
} from '../watchlist/search-catalog.ts';

/** What the one box can do with a text. The first offer is what Enter does. */
export type Offer =
  /** A new alert: once, and it never expires. */
  | { readonly kind: 'alert'; readonly feed: Feed; readonly rule: RuleOf<'crosses'> }
  /** The same alert, opened as a sentence. */
  | { readonly kind: 'sentence'; readonly feed: Feed; readonly level: string }
  /** Sets the quantity that the user owns. `before`: what they own now. */
  | {
      readonly kind: 'own';
      readonly feed: Feed;
      readonly quantity: string;
      /** The part added to `before`; `null` if `quantity` replaces it. */
      readonly more: string | null;
      readonly before: string | null;
    }
  | { readonly kind: 'chart'; readonly feed: Feed; readonly period: ChartPeriod }
  /** Adds a list. `unknown`: items without a feed. */
  | { readonly kind: 'list'; readonly feeds: readonly Feed[]; readonly unknown: readonly string[] };

export interface Offers {
  readonly offers: readonly Offer[];
  /** Best first. */
  readonly feeds: readonly Feed[];
  /** Whether no feed matches, so that `feeds` are only similar. Enter does nothing. */
  readonly isGuess: boolean;
  /** Why the figure in the text cannot be read. */
  readonly problem: string | null;
}

/** What the offers depend on, besides the text. */
export interface OfferPlace {
  readonly index: CatalogIndex;
  /** An asset type's label; `null`: all. */
  readonly assetType?: string | null;
  /** As quoted; `null` if it is not known or does not count. */
  readonly priceOf: (id: FeedId) => Decimal | null;
  readonly isListed: (id: FeedId) => boolean;
  readonly holdingOf: (id: FeedId) => Holding | undefined;
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
  const { index, assetType = null } = place;
  const matches = matchCatalog(index, text, assetType);
  const quality = matches[0]?.quality ?? 'typo';
  // `10-year Treasury` and `BTC, USD` are names.
  if (quality !== 'name') {
    const listed = listOf(text, quality !== 'typo', place);
    if (listed) return listed;
  }
  if (quality === 'words' || quality === 'typo') {
    const said = saidOf(text, place);
    if (said) return said;
  }
  if (quality !== 'typo') return plain(matches.map(({ feed }) => feed));
  return guess(
    text,
    matches.map(({ feed }) => feed),
    place,
  );
}

function plain(feeds: readonly Feed[]): Offers {
  return { offers: [], feeds, isGuess: false, problem: null };
}

/** Feeds that match but for a typo, otherwise similar ones. */
function guess(text: string, near: readonly Feed[], place: OfferPlace): Offers {
  const { index, assetType = null } = place;
  const feeds =
    near.length > 0
      ? near.slice(0, NEAREST)
      : nearestFeeds(index, text, { assetType, count: NEAREST });
  return { ...plain(feeds), isGuess: feeds.length > 0 };
}

/** `null` if the text is no list. @param hasMatch whether a feed contains all words */
function listOf(text: string, hasMatch: boolean, { index, isListed }: OfferPlace): Offers | null {
  const isSeparated = SEPARATORS.test(text) && !isFigureAtEnd(text);
  if (!isSeparated && hasMatch) return null;
  const items = text
    .split(isSeparated ? SEPARATORS : /\s+/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .slice(0, MAX_ITEMS);
  if (items.length < 2) return null;
  const found = items.map((item) => ({ item, match: itemOf(index, item) }));
  // Spaces also separate the words of one name.
  if (!isSeparated && found.some(({ match }) => match?.quality !== 'name')) return null;
  const byId = new Map(found.flatMap(({ match }) => (match ? [[match.feed.id, match.feed]] : [])));
  const feeds = [...byId.values()];
  if (feeds.length === 0) return null;
  const missing = feeds.filter(({ id }) => !isListed(id));
  const unknown = found.flatMap(({ item, match }) => (match ? [] : [item]));
  const offers: Offer[] = missing.length > 0 ? [{ kind: 'list', feeds: missing, unknown }] : [];
  return { ...plain(feeds), offers };
}

/** Names only: short texts occur within many others. */
function itemOf(index: CatalogIndex, item: string) {
  const match = bestMatch(index, item);
  return match?.quality === 'words' ? null : match;
}

/** Whether all separators belong to one figure: `btc 85,000`. */
function isFigureAtEnd(text: string): boolean {
  const [subject = '', ...figure] = text.split(/\s+(?=[+\-\u2212]?[.,٫]?\p{Nd})/u);
  return figure.length > 0 && !SEPARATORS.test(subject) && !/[,;]\s/.test(text);
}

/** Offers for a name with something after it, or a figure before it; `null` if there is neither. */
function saidOf(text: string, place: OfferPlace): Offers | null {
  let problem: string | null = null;
  for (const { subject, rest } of splitsOf(text)) {
    const period = periodOf(rest);
    if (period === null && !FIGURE_START.test(rest)) continue;
    const matches = matchCatalog(place.index, subject, place.assetType ?? null);
    const [best] = matches;
    if (!best) continue;
    const feeds = matches.map(({ feed }) => feed);
    if (best.quality === 'typo') return guess(subject, feeds, place);
    const { feed } = best;
    if (period) return { ...plain(feeds), offers: [{ kind: 'chart', feed, period }] };
    const read = readLevel(rest, { ...NO_TIME, ...localeOf(place), price: place.priceOf(feed.id) });
    if ('text' in read)
      return { ...plain(feeds), offers: figureOffers(feed, rest, read.text, place) };
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
 * @param figure what `typed` means, a plain decimal
 */
function figureOffers(feed: Feed, typed: string, figure: string, place: OfferPlace): Offer[] {
  const price = place.priceOf(feed.id);
  const number = parseDecimal(figure);
  // Without a price, the figure could mean either.
  if (!price || !number) return [];
  const alerts = alertOffers(feed, typed, figure, place);
  const isAmount = heldCurrency(feed.attributes) !== null && !PERCENT.test(typed);
  if (!isAmount) return alerts;
  const owned = ownOffers(feed, typed, place);
  if (isNearPrice(number, price)) return [...alerts, ...owned];
  return owned.length === 0 ? [] : [...owned, ...alerts.slice(0, 1)];
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

const NO_TIME = { now: 0, timeZone: 'UTC' };

function localeOf({ locale }: OfferPlace): { locale?: string } {
  return locale === undefined ? {} : { locale };
}

function alertOffers(feed: Feed, typed: string, level: string, place: OfferPlace): Offer[] {
  const price = place.priceOf(feed.id);
  const number = parseDecimal(level);
  if (!price || !number) return [];
  const side = sideOf(price, number);
  const draft = newDraft(typed, side === null ? 'above' : otherSide(side));
  const read = readDraft(draft, feed.id, { ...NO_TIME, ...localeOf(place), price });
  if (!('rule' in read) || !isCrossing(read.rule)) return [];
  return [
    { kind: 'alert', feed, rule: read.rule },
    { kind: 'sentence', feed, level },
  ];
}

function isCrossing(rule: AlertRule): rule is RuleOf<'crosses'> {
  return rule.trigger.kind === 'crosses';
}

function ownOffers(feed: Feed, typed: string, place: OfferPlace): Offer[] {
  const read = readQuantity(typed, place.locale);
  const number = 'text' in read ? parseDecimal(read.text) : null;
  if (!('text' in read) || !number || number.mantissa === 0n) return [];
  const before = place.holdingOf(feed.id)?.quantity ?? null;
  const owned = before === null ? null : parseDecimal(before);
  const own: Offer = { kind: 'own', feed, quantity: read.text, more: null, before };
  if (!owned) return [own];
  const quantity = toShortDecimalString(addDecimals(owned, number));
  const more = 'text' in readQuantity(quantity, 'en') && !/^-?0*$/.test(quantity);
  return more ? [own, { ...own, quantity, more: read.text }] : [own];
}
