import { feedSymbol } from '../prices/feed-name.ts';
import type { FeedId } from '../../base/units.ts';
import { allNamedInCode } from './named-feeds.ts';

const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/gu;
const NOT_ASCII = /[^\u0020-\u007E]/;

/** A feed and its symbol as `feedName` gives it. */
export interface NamedSymbol {
  id: FeedId;
  symbol: string;
}

/**
 * Feeds whose symbols could deceive: shared with another feed, different from the code's symbol, or
 * with look-alike letters.
 */
export function doubtfulNames(named: readonly NamedSymbol[]): ReadonlySet<FeedId> {
  const symbols = named.map((each) => ({ ...each, key: keyOf(each.symbol) }));
  const counts = new Map<string, number>();
  for (const { key } of symbols) counts.set(key, (counts.get(key) ?? 0) + 1);
  const inCode = new Map<FeedId, string>();
  for (const [id, words] of allNamedInCode()) inCode.set(id, keyOf(feedSymbol(words, id)));
  const taken = new Set(inCode.values());
  const isDoubtful = ({ id, key, symbol }: (typeof symbols)[number]): boolean =>
    NOT_ASCII.test(symbol) ||
    (counts.get(key) ?? 0) > 1 ||
    (inCode.has(id) ? inCode.get(id) !== key : taken.has(key));
  return new Set(symbols.filter(isDoubtful).map(({ id }) => id));
}

function keyOf(symbol: string): string {
  return symbol.toLowerCase().replace(NOT_ALPHANUMERIC, '');
}
