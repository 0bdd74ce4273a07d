import uFuzzy from '@leeoniya/ufuzzy';
import { plainText } from '../text/plain-text.ts';
import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import { assetTypeLabel, feedName } from '../prices/feed-name.ts';
import type { Feed } from '../storage/catalogue.ts';

/** A catalogue prepared for searching. */
export interface CatalogueIndex {
  readonly entries: readonly SearchEntry[];
  /** What is searched of each entry. */
  readonly haystack: string[];
  /** The asset types that it holds, the specification's first. */
  readonly assetTypes: readonly AssetTypeCount[];
}

/** An asset type as the pages call it, and how many feeds it has. */
export interface AssetTypeCount {
  readonly label: string;
  readonly count: number;
}

interface SearchEntry {
  readonly feed: Feed;
  /** Lower-case letters and digits of the shown symbol: `btcusd`. */
  readonly symbol: string;
  /** The same of the service's own symbol: `cryptobtcusd`. */
  readonly fullSymbol: string;
  readonly base: string;
  readonly description: string;
  /** All that is searched, lower-case, words apart: ` btc usd bitcoin us dollar crypto `. */
  readonly words: string;
  readonly assetType: string;
  readonly deprecated: boolean;
}

// The specification's own, as the pages call them.
const FIRST_TYPES = ['Crypto', 'FX', 'Equity', 'Metals', 'Rates'];

/** Characters of an attribute or a query that are searched. */
const LONGEST_TEXT = 200;

const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/gu;
const PLAIN = /^[a-z\d]+$/;

/** Ranks, best first. */
const EXACT_SYMBOL = 0;
const EXACT_BASE = 1;
const SYMBOL_PREFIX = 2;
const FIRST_WORDS = 3;
const DESCRIPTION_PREFIX = 4;
const WORD_STARTS = 5;
const ANYWHERE = 6;
const NEARLY = 7;
const NO_MATCH = -1;
const DEPRECATED = 10;

// Above so many near matches their finer order is worth less than the time that it takes.
const MAX_ORDERED = 300;

/** One wrong, missing, surplus or swapped letter in each longer word, but for its first letter. */
const fuzzy = new uFuzzy({ intraMode: 1, intraSub: 1, intraTrn: 1, intraDel: 1, intraIns: 1 });

/** Prepares the catalogue: once for each catalogue, so that a keystroke only compares. */
export function indexCatalogue(feeds: readonly Feed[]): CatalogueIndex {
  const entries = feeds.map(toEntry);
  return {
    entries,
    haystack: entries.map(({ words }) => words),
    assetTypes: countAssetTypes(entries),
  };
}

/**
 * Finds the feeds that have every word of the query, or nearly: in symbol, base, quote, description
 * or asset type. Exact symbol first, then base, start of the symbol, first words of the description,
 * its start, starts of words, anywhere, with a slip of the pen; shorter symbols before longer ones,
 * feeds whose end is announced last.
 *
 * @param assetType only feeds of this type, as the pages call it; `null`: any
 */
export function searchCatalogue(
  index: CatalogueIndex,
  query: string,
  assetType: string | null = null,
): Feed[] {
  const words = toWords(plainText(query, LONGEST_TEXT)).trim();
  if (words === '') return [];
  const wanted = { words, compact: words.replaceAll(' ', ''), terms: words.split(' ') };
  const found: { entry: SearchEntry; rank: number; order: number }[] = [];
  const others: number[] = [];
  for (const [at, entry] of index.entries.entries()) {
    if (assetType !== null && entry.assetType !== assetType) continue;
    const rank = rankOf(entry, wanted);
    if (rank === NO_MATCH) others.push(at);
    else found.push({ entry, rank: entry.deprecated ? rank + DEPRECATED : rank, order: 0 });
  }
  for (const [order, at] of findNearly(index.haystack, wanted.terms, others).entries()) {
    const entry = index.entries[at];
    if (!entry) continue;
    found.push({ entry, rank: entry.deprecated ? NEARLY + DEPRECATED : NEARLY, order });
  }
  return found
    .toSorted((a, b) => a.rank - b.rank || a.order - b.order || compareEntries(a.entry, b.entry))
    .map(({ entry }) => entry.feed);
}

/** All feeds of an asset type (`null`: any) by symbol, those whose end is announced last. */
export function browseCatalogue(index: CatalogueIndex, assetType: string | null): Feed[] {
  return index.entries
    .filter((entry) => assetType === null || entry.assetType === assetType)
    .toSorted((a, b) => Number(a.deprecated) - Number(b.deprecated) || compare(a.symbol, b.symbol))
    .map(({ feed }) => feed);
}

type Wanted = { words: string; compact: string; terms: readonly string[] };

function toEntry(feed: Feed): SearchEntry {
  const { attributes } = feed;
  const { symbol, description, deprecated } = feedName(attributes, feed.id);
  const fullSymbol = textOf(attributes, 'symbol');
  const base = textOf(attributes, 'base');
  const quote = textOf(attributes, 'quote_currency');
  const assetType = textOf(attributes, 'asset_type');
  const label = assetTypeLabel(assetType);
  return {
    feed,
    symbol: toWords(symbol).replaceAll(' ', ''),
    fullSymbol: toWords(fullSymbol).replaceAll(' ', ''),
    base: toWords(base).trim(),
    description: toWords(description).trim(),
    words: toWords([symbol, fullSymbol, base, quote, description, assetType, label].join(' ')),
    assetType: label,
    deprecated,
  };
}

function textOf(attributes: FeedAttributes, key: string): string {
  return plainText(attribute(attributes, key) ?? '', LONGEST_TEXT);
}

function rankOf(entry: SearchEntry, { words, compact, terms }: Wanted): number {
  if (entry.symbol === compact || entry.fullSymbol === compact) return EXACT_SYMBOL;
  if (entry.base === words) return EXACT_BASE;
  if (entry.symbol.startsWith(compact)) return SYMBOL_PREFIX;
  // The commonest answer is no: it is settled before the finer questions.
  if (!terms.every((term) => entry.words.includes(term))) return NO_MATCH;
  if (`${entry.description} `.startsWith(`${words} `)) return FIRST_WORDS;
  if (entry.description.startsWith(words)) return DESCRIPTION_PREFIX;
  return terms.every((term) => entry.words.includes(` ${term}`)) ? WORD_STARTS : ANYWHERE;
}

/** Those of the places whose text has each term with at most one slip, best first. */
function findNearly(haystack: string[], terms: readonly string[], places: number[]): number[] {
  if (!terms.every((term) => PLAIN.test(term))) return [];
  // Term by term, so that their order does not matter.
  let found: number[] = places;
  for (const term of terms) found = fuzzy.filter(haystack, term, found) ?? [];
  const [term] = terms;
  if (found.length === 0 || found.length > MAX_ORDERED || terms.length > 1 || !term) return found;
  const info = fuzzy.info(found, haystack, term);
  return fuzzy.sort(info, haystack, term).flatMap((at) => info.idx[at] ?? []);
}

function compareEntries({ symbol: a }: SearchEntry, { symbol: b }: SearchEntry): number {
  return a.length - b.length || compare(a, b);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function countAssetTypes(entries: readonly SearchEntry[]): AssetTypeCount[] {
  const counts = new Map<string, number>();
  for (const { assetType } of entries) counts.set(assetType, (counts.get(assetType) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .toSorted((a, b) => typePlace(a.label) - typePlace(b.label) || b.count - a.count);
}

function typePlace(label: string): number {
  const at = FIRST_TYPES.indexOf(label);
  return at < 0 ? FIRST_TYPES.length : at;
}

function toWords(text: string): string {
  return ` ${text.toLowerCase().replace(NOT_ALPHANUMERIC, ' ').trim()} `;
}
