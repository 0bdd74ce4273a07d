import { feedName } from '../prices/feed-name.ts';
import type { FeedId } from '../../base/units.ts';
import type { Feed } from './catalog.ts';
import { allNamedInCode } from './named-feeds.ts';

const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/gu;
const NOT_ASCII = /[^\u0020-\u007E]/;

/**
 * Feeds whose symbols could deceive: shared with another feed, different from the code's symbol, or
 * with look-alike letters.
 */
export function doubtfulNames(feeds: readonly Feed[]): ReadonlySet<FeedId> {
  const symbols = feeds.map(({ id, attributes }) => ({ id, ...symbolOf(id, attributes) }));
  const counts = new Map<string, number>();
  for (const { key } of symbols) counts.set(key, (counts.get(key) ?? 0) + 1);
  const inCode = new Map<FeedId, string>();
  for (const [id, words] of allNamedInCode()) inCode.set(id, symbolOf(id, words).key);
  const taken = new Set(inCode.values());
  const isDoubtful = ({ id, key, symbol }: (typeof symbols)[number]): boolean =>
    NOT_ASCII.test(symbol) ||
    (counts.get(key) ?? 0) > 1 ||
    (inCode.has(id) ? inCode.get(id) !== key : taken.has(key));
  return new Set(symbols.filter(isDoubtful).map(({ id }) => id));
}

function symbolOf(id: FeedId, attributes: Feed['attributes']) {
  const { symbol } = feedName(attributes, id);
  return { symbol, key: symbol.toLowerCase().replace(NOT_ALPHANUMERIC, '') };
}
