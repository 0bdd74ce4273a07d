import { attribute } from './prices/attributes.ts';
import { assetTypeLabel, feedName } from './prices/feed-name.ts';
import type { Feed } from './storage/catalogue.ts';

/** One feed of the catalogue, prepared for searching. */
export interface SearchEntry {
  readonly feed: Feed;
  /** Lower-case letters and digits of the shown symbol: `btcusd`. */
  readonly symbol: string;
  readonly base: string;
  readonly description: string;
  /** All that is searched, lower-case, words apart: ` btc usd bitcoin us dollar crypto `. */
  readonly words: string;
  readonly deprecated: boolean;
}

/** What a search found, best first. */
export interface SearchResult {
  readonly feeds: readonly Feed[];
  /** How many match, shown or not. */
  readonly total: number;
}

const MAX_SHOWN = 50;
const NO_MATCH = -1;
const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/gu;

/** Prepares the catalogue: once for each catalogue, so that a keystroke only compares. */
export function indexCatalogue(feeds: readonly Feed[]): SearchEntry[] {
  return feeds.map(toEntry);
}

/**
 * Finds the feeds in which every word of the query occurs: in symbol, base, description or asset
 * type. Exact symbol first, then base, start of the symbol, first words of the description, its
 * start, starts of words, anywhere; shorter symbols before longer ones, feeds whose end is announced
 * last.
 */
export function searchCatalogue(entries: readonly SearchEntry[], query: string): SearchResult {
  const words = toWords(query).trim();
  if (words === '') return { feeds: [], total: 0 };
  const wanted = { words, compact: words.replaceAll(' ', ''), terms: words.split(' ') };
  const found = entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank !== NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank || compareSymbols(a.entry.symbol, b.entry.symbol));
  return { feeds: found.slice(0, MAX_SHOWN).map(({ entry }) => entry.feed), total: found.length };
}

type Wanted = { words: string; compact: string; terms: readonly string[] };

function toEntry(feed: Feed): SearchEntry {
  const { attributes } = feed;
  const { symbol, description, deprecated } = feedName(attributes, feed.id);
  const base = attribute(attributes, 'base') ?? '';
  const assetType = attribute(attributes, 'asset_type') ?? '';
  const texts = [symbol, attribute(attributes, 'symbol'), base, description, assetType];
  return {
    feed,
    symbol: toWords(symbol).replaceAll(' ', ''),
    base: toWords(base).trim(),
    description: toWords(description).trim(),
    words: toWords([...texts, assetTypeLabel(assetType)].join(' ')),
    deprecated,
  };
}

function rankOf(entry: SearchEntry, { words, compact, terms }: Wanted): number {
  const rank = rankOfMatch(entry, words, compact, terms);
  return entry.deprecated && rank !== NO_MATCH ? rank + 10 : rank;
}

function rankOfMatch(
  entry: SearchEntry,
  words: string,
  compact: string,
  terms: readonly string[],
): number {
  if (entry.symbol === compact) return 0;
  if (entry.base === words) return 1;
  if (entry.symbol.startsWith(compact)) return 2;
  // The commonest answer is no: it is settled before the finer questions.
  if (!terms.every((term) => entry.words.includes(term))) return NO_MATCH;
  if (`${entry.description} `.startsWith(`${words} `)) return 3;
  if (entry.description.startsWith(words)) return 4;
  return terms.every((term) => entry.words.includes(` ${term}`)) ? 5 : 6;
}

function compareSymbols(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function toWords(text: string): string {
  return ` ${text.toLowerCase().replace(NOT_ALPHANUMERIC, ' ').trim()} `;
}
