import { t } from '../../base/locale/t.ts';
import { LongWork } from '../../base/next-turn.ts';
import { plainText } from '../../base/text/plain-text.ts';
import { searchWords } from '../../base/text/search-words.ts';
import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import {
  CURRENCY_TYPES,
  assetTypeLabel,
  feedName,
  localNameOf,
  type FeedName,
} from '../prices/feed-name.ts';
import type { FeedId } from '../../base/units.ts';
import type { Feed } from './catalog.ts';
import { doubtfulNames, type NamedSymbol } from './doubtful-names.ts';
import { popularSymbols } from './popular-feeds.ts';

/** The catalog prepared for searching. */
export interface CatalogIndex {
  readonly entries: readonly SearchEntry[];
  /** Labels. The specification's types come first, then the most frequent. */
  readonly assetTypes: readonly string[];
  /** Feeds whose names could deceive. */
  readonly doubtful: ReadonlySet<FeedId>;
}

interface SearchEntry {
  readonly feed: Feed;
  /** Lowercase letters and digits of the displayed symbol: `btcusd`. */
  readonly symbol: string;
  /** Lowercase letters and digits of the service's symbol: `cryptobtcusd`. */
  readonly fullSymbol: string;
  readonly base: string;
  readonly description: string;
  /**
   * Searchable text in lowercase: ` btc usd bitcoin us dollar crypto `. Includes names of
   * currencies and metals in the user's language.
   */
  readonly words: string;
  readonly assetType: string;
  /** Rank among equally good matches, from `standingOf`. */
  readonly standing: number;
}

/** The public catalog has 12 types; each is a button. */
const MAX_OTHER_TYPES = 20;

const FIRST_TYPES = ['crypto', 'fx', 'equity', 'metals', 'rates'] as const;

/** Characters of an attribute or query after this many are ignored. */
const LONGEST_TEXT = 200;

// A keystroke visits every entry in one turn. Genuine entries have up to 200 characters, and some
// characters become eighteen when they are prepared.
const LONGEST_ENTRY = 400;
const MAX_TERMS = 12;

/** Typos are looked for in this many characters: twice those of the public catalog. */
const MAX_NEAR_CHARACTERS = 600_000;

/** Longest part of a text that is compared for similarity. */
const LONGEST_LOOKALIKE = 24;

/** Digits have no typos, and longer words have too many. */
const WORD_WITH_TYPOS = /^[a-z]{3,24}$/;

/** Ranks; smaller is better. */
const EXACT_SYMBOL = 0;
const EXACT_BASE = 1;
const SYMBOL_PREFIX = 2;
const FIRST_WORDS = 3;
const DESCRIPTION_PREFIX = 4;
const WORD_STARTS = 5;
const ANYWHERE = 6;
const NEAR_MATCH = 7;
const NO_MATCH = -1;

/**
 * Prepares the texts, so that each keystroke only compares them. Leaves out deprecated feeds. Takes
 * many turns: hostile texts need a hundred times longer than genuine ones.
 */
export async function indexCatalog(feeds: readonly Feed[]): Promise<CatalogIndex> {
  const work = new LongWork();
  const entries: SearchEntry[] = [];
  const symbols: NamedSymbol[] = [];
  for (const feed of feeds) {
    const name = feedName(feed.attributes, feed.id);
    symbols.push({ id: feed.id, symbol: name.symbol });
    if (!name.deprecated) entries.push(toEntry(feed, name));
    await work.endLongTurn();
  }
  return {
    entries,
    assetTypes: assetTypesOf(entries),
    doubtful: doubtfulNames(symbols),
  };
}

/**
 * How well a feed matches a query. `name`: it is the feed's symbol or base. `start`: the symbol or
 * the description begins with it. `words`: the feed contains every word. `typo`: almost.
 */
type MatchQuality = 'name' | 'start' | 'words' | 'typo';

interface CatalogMatch {
  readonly feed: Feed;
  readonly quality: MatchQuality;
}

/**
 * Finds feeds that contain every word, exactly or with a typo, in symbol, base, quote, description
 * or asset type. Best first: exact symbol, exact base, start of symbol, first words of the
 * description, its start, starts of words, anywhere, typos; then popular feeds, quotes by turnover
 * and shorter symbols.
 * @param assetType a label; `null`: all
 */
export function searchCatalog(
  index: CatalogIndex,
  query: string,
  assetType: string | null = null,
): {
  feeds: Feed[];
  /** Of the first feed; also `typo` without feeds. */
  quality: MatchQuality;
} {
  const parsed = parseQuery(query);
  if (!parsed) return { feeds: [], quality: 'typo' };
  const isNear = typoTest(parsed.terms);
  const ranked = entriesOf(index, assetType).flatMap((entry) => {
    const rank = rankOf(entry, parsed);
    if (rank !== NO_MATCH) return [{ entry, rank }];
    return isNear(entry.words) ? [{ entry, rank: NEAR_MATCH }] : [];
  });
  const sorted = ranked.toSorted((a, b) => a.rank - b.rank || compareEntries(a.entry, b.entry));
  return {
    feeds: sorted.map(({ entry }) => entry.feed),
    quality: qualityOf(sorted[0]?.rank ?? NEAR_MATCH, parsed),
  };
}

/** The first of {@link searchCatalog}, unless it has a typo; many times faster. */
export function bestMatch(index: CatalogIndex, query: string): CatalogMatch | null {
  const parsed = parseQuery(query);
  if (!parsed) return null;
  let best: SearchEntry | null = null;
  let bestRank = NEAR_MATCH;
  for (const entry of index.entries) {
    const rank = rankOf(entry, parsed);
    if (rank === NO_MATCH || rank > bestRank) continue;
    if (best && rank === bestRank && compareEntries(entry, best) >= 0) continue;
    [best, bestRank] = [entry, rank];
  }
  return best && { feed: best.feed, quality: qualityOf(bestRank, parsed) };
}

/** The feeds whose symbol, base or description is most similar to the query. */
export function nearestFeeds(index: CatalogIndex, query: string, assetType: string | null): Feed[] {
  const compact = parseQuery(query)?.compact.slice(0, LONGEST_LOOKALIKE) ?? '';
  const pairs = pairsOf(compact);
  const scored = entriesOf(index, assetType).map((entry) => {
    const texts = [entry.base, entry.symbol, entry.description.slice(0, compact.length)];
    return { entry, likeness: Math.max(...texts.map((text) => likenessOf(pairs, text))) };
  });
  return scored
    .filter(({ likeness }) => likeness > 0)
    .toSorted((a, b) => b.likeness - a.likeness || compareEntries(a.entry, b.entry))
    .map(({ entry }) => entry.feed);
}

/**
 * Sorted by symbol.
 * @param assetType `null`: all types
 */
export function browseCatalog(index: CatalogIndex, assetType: string | null): Feed[] {
  return entriesOf(index, assetType)
    .toSorted((a, b) => compare(a.symbol, b.symbol))
    .map(({ feed }) => feed);
}

function entriesOf({ entries }: CatalogIndex, assetType: string | null): readonly SearchEntry[] {
  return assetType === null ? entries : entries.filter((entry) => entry.assetType === assetType);
}

type Query = { words: string; compact: string; terms: readonly string[] };

/** `null` without letters and digits. */
function parseQuery(query: string): Query | null {
  const words = searchWords(plainText(query, LONGEST_TEXT)).trim();
  if (words === '') return null;
  const terms = [...new Set(words.split(' '))].slice(0, MAX_TERMS);
  return { words, compact: words.replaceAll(' ', ''), terms };
}

function qualityOf(rank: number, { terms }: Query): MatchQuality {
  if (rank <= EXACT_BASE) return 'name';
  // `eth 2` is not meant as the start of ETH2X.
  if (rank === SYMBOL_PREFIX && terms.length > 1) return 'words';
  if (rank <= DESCRIPTION_PREFIX) return 'start';
  return rank < NEAR_MATCH ? 'words' : 'typo';
}

/** Neighboring letters: `bt`, `tc`. */
function pairsOf(text: string): ReadonlySet<string> {
  return new Set(
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)),
  );
}

/** The share of neighboring letters that two texts have in common, from 0 to 1. */
function likenessOf(pairs: ReadonlySet<string>, text: string): number {
  const others = pairsOf(text.slice(0, LONGEST_LOOKALIKE));
  let common = 0;
  for (const pair of others) if (pairs.has(pair)) common += 1;
  return (2 * common) / Math.max(1, pairs.size + others.size);
}

function toEntry(feed: Feed, { symbol, description }: FeedName): SearchEntry {
  const { attributes } = feed;
  const fullSymbol = textOf(attributes, 'symbol');
  const base = textOf(attributes, 'base');
  const quote = textOf(attributes, 'quote_currency');
  const assetType = textOf(attributes, 'asset_type');
  const label = assetTypeLabel(assetType);
  return {
    feed,
    symbol: entryWords(symbol).replaceAll(' ', ''),
    fullSymbol: entryWords(fullSymbol).replaceAll(' ', ''),
    base: entryWords(base).trim(),
    description: entryWords(description).trim(),
    words: entryWords(
      [symbol, fullSymbol, base, quote, description, assetType, label, ...localNames(feed)].join(
        ' ',
      ),
    ),
    assetType: label,
    standing: standingOf(fullSymbol, base, quote),
  };
}

function entryWords(text: string): string {
  return searchWords(text.slice(0, LONGEST_ENTRY)).slice(0, LONGEST_ENTRY);
}

function localNames({ attributes }: Feed): string[] {
  const base = textOf(attributes, 'base');
  const isCurrency = CURRENCY_TYPES.has(textOf(attributes, 'asset_type').toLowerCase());
  const codes = [...(isCurrency ? [base] : []), textOf(attributes, 'quote_currency')];
  return codes.flatMap((code) => localNameOf(code) ?? []);
}

function textOf(attributes: FeedAttributes, key: string): string {
  return plainText(attribute(attributes, key) ?? '', LONGEST_TEXT);
}

function rankOf(entry: SearchEntry, { words, compact, terms }: Query): number {
  if (entry.symbol === compact || entry.fullSymbol === compact) return EXACT_SYMBOL;
  if (entry.base === words) return EXACT_BASE;
  if (entry.symbol.startsWith(compact)) return SYMBOL_PREFIX;
  // Rejects most entries early.
  if (!terms.every((term) => entry.words.includes(term))) return NO_MATCH;
  if (`${entry.description} `.startsWith(`${words} `)) return FIRST_WORDS;
  if (entry.description.startsWith(words)) return DESCRIPTION_PREFIX;
  return terms.every((term) => entry.words.includes(` ${term}`)) ? WORD_STARTS : ANYWHERE;
}

/** Whether a text contains all words, each with at most one typo. Reads only so many characters. */
function typoTest(terms: readonly string[]): (text: string) => boolean {
  if (!terms.some((term) => WORD_WITH_TYPOS.test(term))) return () => false;
  const patterns = terms.map(typoPattern);
  let characters = 0;
  return (text) => {
    characters += text.length;
    return characters <= MAX_NEAR_CHARACTERS && patterns.every((pattern) => pattern.test(text));
  };
}

/**
 * A wrong, missing, extra or swapped letter after the first one. In shorter words, only a swap (from
 * three letters) or an extra letter (from four).
 */
function typoPattern(word: string): RegExp {
  if (!WORD_WITH_TYPOS.test(word)) return new RegExp(word);
  const [first = '', ...letters] = word;
  const variants = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')];
    return [
      `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
      ...(word.length > 3 ? [`${before}\\S${letter}${after}`] : []),
      ...(word.length > 4 ? [`${before}\\S${after}`, before + after] : []),
    ];
  });
  return new RegExp(`${first}(?:${variants.join('|')})`);
}

function compareEntries(a: SearchEntry, b: SearchEntry): number {
  return (
    a.standing - b.standing || a.symbol.length - b.symbol.length || compare(a.symbol, b.symbol)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function assetTypesOf(entries: readonly SearchEntry[]): string[] {
  const first: string[] = FIRST_TYPES.map((type) => t(`feed.assetType.${type}`));
  // Without a catalog, the service itself can still be asked for these.
  if (entries.length === 0) return first;
  const counts = new Map<string, number>();
  for (const { assetType } of entries) counts.set(assetType, (counts.get(assetType) ?? 0) + 1);
  const others = [...counts].filter(([label]) => !first.includes(label));
  const frequent = others.toSorted(([, a], [, b]) => b - a).slice(0, MAX_OTHER_TYPES);
  return [...first.filter((label) => counts.has(label)), ...frequent.map(([label]) => label)];
}

// By turnover of the foreign exchange market. Users rarely look for feeds with other quotes.
const QUOTES = ['USD', 'EUR', 'JPY', 'GBP', 'CNH', 'AUD', 'CAD', 'CHF'];

const POPULAR = new Map(popularSymbols().map((symbol, place) => [symbol, place]));

/**
 * Orders feeds that match a search equally well: popular feeds first, then by the market of their
 * quote, as an indication of liquidity. `USD/SEK` is traded as much as if dollars were its quote.
 * @param symbol the service's symbol
 */
function standingOf(symbol: string, base: string, quote: string): number {
  const place = base === 'USD' ? 0 : QUOTES.indexOf(quote.toUpperCase());
  return POPULAR.get(symbol) ?? POPULAR.size + (place < 0 ? QUOTES.length : place);
}
