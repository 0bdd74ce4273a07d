import { feedName, shortId } from '@/lib/domain/prices/feed-name.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { useCatalogIndex } from './use-catalog-index.ts';

/** The feed's name, with the start of the id if the name could deceive. */
export function useListedName({ id, attributes }: Feed) {
  const isDoubtful = useCatalogIndex()?.doubtful.has(id) ?? false;
  const { symbol, description } = feedName(attributes, id);
  if (!isDoubtful) return { symbol, description, label: symbol };
  return {
    symbol,
    description: [shortId(id), description].filter(Boolean).join(' · '),
    label: `${symbol} ${shortId(id)}`,
  };
}
