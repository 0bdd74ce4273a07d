import { useEffect, useMemo, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { ServiceProblem } from '@/lib/domain/connection/service-problem.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { offersFor } from '@/lib/domain/offers/offers.ts';
import { SAMPLE_SERVICE } from '@/lib/domain/samples/sample-service.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { suggestedFeeds } from '@/lib/domain/watchlist/popular-feeds.ts';
import { browseCatalog, type CatalogIndex } from '@/lib/domain/watchlist/search-catalog.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { sendCommand } from '@/lib/pages/inquiries.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { catalogService, catalogStatus } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { Button, classNames } from '../../shared/button.tsx';
import { AssetTypeChips } from '../../shared/catalog/asset-type-chips.tsx';
import { ServiceSearchButton, useServiceSearch } from '../../shared/catalog/service-search.tsx';
import { useCatalogIndex } from '../../shared/catalog/use-catalog-index.ts';
import { useFeedNames } from '../../shared/hooks/use-feed-names.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { SearchIcon } from '../../shared/icons.tsx';
import { KeyCap } from '../../shared/key-cap.tsx';
import { Message } from '../../shared/message.tsx';
import type { Overlays } from '../menus/use-overlays.ts';
import { FoundLines, type FoundLinesProps } from './found-lines.tsx';
import type { FeedSearch } from './use-feed-search.ts';
import { useFoundPrices } from './use-found-prices.ts';
import { useOfferPlace } from './use-offers.ts';
import emptyStyles from '../../shared/empty.module.css';
import styles from './search-results.module.css';

const NO_FEEDS: readonly Feed[] = [];

interface SearchResultsProps {
  search: FeedSearch;
  /** Picked feeds are also added to this group; `null`: to the watchlist only. */
  group: Group | null;
  overlays: Overlays;
}

/** Search results in place of the watchlist; suggestions before the first letter. */
export default function SearchResults({ search, group, overlays }: SearchResultsProps) {
  const { replacing } = search;
  const query = search.query.trim();
  const index = useCatalogIndex();
  const [assetType, setAssetType] = useState<string | null>(null);
  const suggested = useSuggestions(index);
  const prices = useFoundPrices();
  const place = useOfferPlace(index, assetType, prices);
  const browsed = useMemo(
    () => (index ? browseCatalog(index, assetType) : NO_FEEDS),
    [index, assetType],
  );
  const isSuggesting =
    query === '' && replacing === null && assetType === null && suggested.length > 0;
  const read = place && query !== '' ? offersFor(search.query, place) : null;
  const { feeds, isGuess, problem } = read ?? {
    feeds: isSuggesting ? suggested : browsed,
    // Nobody asked for the first suggestion, so Enter must not add it.
    isGuess: isSuggesting,
    problem: null,
  };
  // A search for a replacement offers nothing else.
  const offers = replacing === null && read ? read.offers : [];
  const note =
    problem ?? (isSuggesting ? t('search.suggested') : noteOf(index, feeds, isGuess, query));
  const key = `${search.query} ${assetType}`;
  const list = { found: { offers, feeds, isGuess }, search, group, overlays, prices, place };
  return (
    <div
      className={styles.found}
      onKeyDown={(event) => {
        if (event.key === 'Escape') search.onKeyDown(event);
      }}
    >
      {replacing !== null && <ReplacementNote id={replacing.id} onCancel={search.end} />}
      <AssetTypeChips types={index?.assetTypes ?? []} value={assetType} onChange={setAssetType} />
      <div className={styles.note}>
        <span aria-live="polite" className={feeds.length > 0 ? undefined : 'visually-hidden'}>
          {note}
        </span>
      </div>
      {feeds.length > 0 && !isGuess ? (
        <FoundLines key={key} {...list} />
      ) : (
        <NothingFound
          key={key}
          {...list}
          note={note}
          feedCount={index?.entries.length}
          assetType={assetType}
        />
      )}
      <Keys />
    </div>
  );
}

/** What the keys do, in place of the state of the prices. */
function Keys() {
  return (
    <div className={styles.keys}>
      <span>
        <KeyCap shortcut="ArrowUp" />
        <KeyCap shortcut="ArrowDown" />
        {t('search.key.choose')}
      </span>
      <span>
        <KeyCap shortcut="Enter" />
        {t('search.key.enter')}
      </span>
      <span>
        <KeyCap shortcut="Escape" />
        {t('common.backButton')}
      </span>
    </div>
  );
}

/** Popular feeds that were not on the watchlist when the search opened. */
function useSuggestions(index: CatalogIndex | undefined): readonly Feed[] {
  const followed = useStored(watchlist);
  // Fixed while the search is open: a feed that was just added stays, with its check mark.
  const [atOpening] = useState(followed);
  return useMemo(() => {
    if (!index) return NO_FEEDS;
    const known = new Set(atOpening);
    return suggestedFeeds(index.entries.map(({ feed }) => feed)).filter(({ id }) => !known.has(id));
  }, [index, atOpening]);
}

/** Explains that the next picked feed replaces another one. */
function ReplacementNote({ id, onCancel }: { id: string; onCancel: () => void }) {
  const name = useFeedNames()(id);
  return (
    <div className={styles.replacement} role="note">
      <span>
        <Message of="search.replacing" values={{ name: <b>{name}</b> }} />
      </span>
      <Button kind="link" onClick={onCancel}>
        {t('common.cancelButton')}
      </Button>
    </div>
  );
}

interface NothingFoundProps extends FoundLinesProps {
  note: string;
  feedCount: number | undefined;
  assetType: string | null;
}

/** Similar prices, and a button that searches the price service. */
function NothingFound({ note, feedCount, assetType, ...list }: NothingFoundProps) {
  const error = useStored(catalogStatus)?.error;
  const isOfSamples = useStored(catalogService) === SAMPLE_SERVICE.id;
  const isListWanted = isOfSamples && error === null;
  // Fetch only if nothing was found: while prices are samples, nothing is sent before that.
  useEffect(() => {
    if (isListWanted) sendCommand('refresh-feed-list');
  }, [isListWanted]);
  const service = useServiceSearch(list.search.query, assetType);
  const { feeds } = service;
  // Otherwise the list is still being downloaded.
  const hasAnyList = feedCount === 0 ? Boolean(error) : feedCount !== undefined && !isOfSamples;
  const button = hasAnyList && <ServiceSearchButton key="service" search={service} />;
  const isFound = feeds.length > 0;
  if (isFound || list.found.isGuess) {
    const found = isFound ? { offers: [], feeds, isGuess: false } : list.found;
    return (
      <div className={styles.asked}>
        <FoundLines key={String(isFound)} {...list} found={found} />
        {button}
      </div>
    );
  }
  const isFetching = isListWanted || feedCount === 0;
  return (
    <div className={classNames(emptyStyles.empty, styles.nothing)}>
      <SearchIcon />
      <h2>{note}</h2>
      {feedCount === 0 && error ? (
        <NoCatalog error={error} />
      ) : (
        feedCount !== undefined && <p>{t(isFetching ? 'search.fetching' : 'search.hint')}</p>
      )}
      {button}
    </div>
  );
}

function NoCatalog({ error }: { error: ServiceProblem }) {
  return (
    <>
      <p>{serviceProblemWords(error)}</p>
      <Button kind="primary" onClick={() => void openOptions()}>
        {t('common.checkConnectionButton')}
      </Button>
    </>
  );
}

function noteOf(
  index: CatalogIndex | undefined,
  { length: count }: readonly Feed[],
  isGuess: boolean,
  query: string,
): string {
  if (index === undefined) return t('options.loading');
  if (index.entries.length === 0) return t('search.noList');
  if (isGuess) return t('search.nearest', { query });
  return count > 0 ? t('feed.count', { count }) : t('search.none', { query });
}
