import { useMemo } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { searchCatalog } from '@/lib/domain/watchlist/search-catalog.ts';
import { addToWatchlist } from '@/lib/pages/watchlist/watchlist.ts';
import { Button } from '../shared/button.tsx';
import { useCatalogIndex } from '../shared/catalog/use-catalog-index.ts';
import { useListedName } from '../shared/catalog/use-listed-name.ts';
import { PlusIcon } from '../shared/icons.tsx';
import { CheckIcon } from '../shared/later-icons.tsx';
import styles from './welcome.module.css';

/** The best matches only: the popup's search shows all of them. */
const MAX_SHOWN = 6;
const NO_FEEDS: readonly Feed[] = [];

interface FoundFeedsProps {
  query: string;
  /** The ids on the watchlist. */
  listed: readonly string[];
}

/** The feeds that match a query, each with a button that adds it. */
export function FoundFeeds({ query, listed }: FoundFeedsProps) {
  const index = useCatalogIndex();
  const found = useMemo(
    () => (index ? searchCatalog(index, query).slice(0, MAX_SHOWN) : NO_FEEDS),
    [index, query],
  );
  return (
    <>
      <p role="status" className={styles.text}>
        {statusOf(index?.entries.length, found.length)}
      </p>
      <ul className={styles.found} aria-label={t('search.resultsLabel')}>
        {found.map((feed) => (
          <FoundFeed key={feed.id} feed={feed} isListed={listed.includes(feed.id)} />
        ))}
      </ul>
    </>
  );
}

function FoundFeed({ feed, isListed }: { feed: Feed; isListed: boolean }) {
  const { symbol, description, label } = useListedName(feed);
  return (
    <li>
      <Button
        kind="plain"
        isDisabled={isListed}
        aria-label={t(isListed ? 'feedList.feed.addedLabel' : 'feedList.feed.addLabel', {
          symbol: label,
        })}
        onClick={() => void addToWatchlist(feed)}
      >
        {isListed ? <CheckIcon /> : <PlusIcon />}
        <b dir="auto">{symbol}</b>
        <span dir="auto">{description}</span>
      </Button>
    </li>
  );
}

function statusOf(feedCount: number | undefined, count: number): string {
  if (feedCount === undefined) return t('search.reading');
  if (feedCount === 0) return t('feedList.search.noList');
  return count === 0 ? t('feedList.search.noneFound') : '';
}
