import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { ServiceProblem } from '@/lib/domain/connection/service-problem.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import {
  browseCatalog,
  searchCatalog,
  type CatalogIndex,
} from '@/lib/domain/watchlist/search-catalog.ts';
import { suggestedFeeds } from '@/lib/domain/watchlist/popular-feeds.ts';
import { SAMPLE_SERVICE } from '@/lib/domain/samples/sample-service.ts';
import { sendCommand } from '@/lib/pages/inquiries.ts';
import { agreeToName } from '@/lib/pages/watchlist/watchlist.ts';
import { catalogService, catalogStatus, feedNamings } from '@/lib/storage/values/catalog.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import type { FeedId } from '@/lib/base/units.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { AssetTypeChips } from '../../shared/catalog/asset-type-chips.tsx';
import { CatalogAge } from '../../shared/catalog/catalog-age.tsx';
import { ServiceSearchButton, useServiceSearch } from '../../shared/catalog/service-search.tsx';
import { useCatalogIndex } from '../../shared/catalog/use-catalog-index.ts';
import { useScrolledPart } from '../../shared/hooks/use-scrolled-part.ts';
import { SearchIcon } from '../../shared/icons.tsx';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { FoundFeed } from './found-feed.tsx';
import { useAskForPrices, useFoundPrices, type FoundPrices } from './use-found-prices.ts';
import type { FeedSearch } from './use-feed-search.ts';
import { Button } from '../../shared/button.tsx';
import { Message } from '../../shared/message.tsx';
import { useFeedNames } from '../../shared/hooks/use-feed-names.ts';
import emptyStyles from '../../shared/empty.module.css';
import styles from './search-results.module.css';

const LIST_ID = 'search-results';
const SCROLLER_ID = 'search-scroller';
const ROW_HEIGHT = 48;
/** Rows above and below the window that are also in the document. */
const ROWS_AROUND = 8;
const NO_FEEDS: readonly Feed[] = [];

interface SearchResultsProps {
  search: FeedSearch;
  /** Picked feeds are also added to this group; `null`: to the watchlist only. */
  group: Group | null;
}

/** Search results in place of the watchlist; suggestions before the first letter. */
export default function SearchResults({ search, group }: SearchResultsProps) {
  const index = useCatalogIndex();
  const [assetType, setAssetType] = useState<string | null>(null);
  const suggested = useSuggestions(index);
  const prices = useFoundPrices();
  const isSuggesting =
    search.query.trim() === '' &&
    search.replacing === null &&
    assetType === null &&
    suggested.length > 0;
  const found = useMemo(() => {
    if (isSuggesting) return suggested;
    if (!index) return NO_FEEDS;
    return search.query.trim() === ''
      ? browseCatalog(index, assetType)
      : searchCatalog(index, search.query, assetType);
  }, [isSuggesting, suggested, index, search.query, assetType]);

  const note = isSuggesting
    ? t('search.suggested')
    : summaryOf(index?.entries.length, found.length, search.query);
  return (
    <div
      className={styles.found}
      onKeyDown={(event) => {
        if (event.key === 'Escape') search.onKeyDown(event);
      }}
    >
      {search.replacing !== null && (
        <ReplacementNote id={search.replacing.id} onCancel={search.end} />
      )}
      <AssetTypeChips types={index?.assetTypes ?? []} value={assetType} onChange={setAssetType} />
      <div className={styles.note}>
        <span aria-live="polite" className={found.length > 0 ? undefined : 'visually-hidden'}>
          {note}
        </span>
        {index !== undefined && index.entries.length > 0 && <CatalogAge />}
      </div>
      {found.length > 0 ? (
        <FoundFeeds
          key={`${search.query} ${assetType}`}
          found={found}
          search={search}
          group={group}
          prices={prices}
        />
      ) : (
        <NothingFound
          key={`${search.query} ${assetType}`}
          note={note}
          feedCount={index?.entries.length}
          assetType={assetType}
          search={search}
          group={group}
          prices={prices}
        />
      )}
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

interface FoundFeedsProps extends SearchResultsProps {
  found: readonly Feed[];
  prices: FoundPrices;
}

function FoundFeeds({ found, search, group, prices }: FoundFeedsProps) {
  const [selected, setSelected] = useState(0);
  // The catalog may have shrunk below the selected position.
  const active = Math.min(selected, found.length - 1);
  const shown = useShownPlaces(found.length, active);
  const { listed, isUnconfirmed, pick } = usePicking(search, group);

  useResultKeys({ found, search: { ...search, pick }, active, setSelected });
  useAskForPrices(
    shown.flatMap((index) => found[index]?.id ?? []),
    prices,
  );

  return (
    // In the tab order, like any scrollable area in browsers.
    <div className={styles.results} id={SCROLLER_ID} tabIndex={0}>
      <div
        id={LIST_ID}
        role="listbox"
        aria-label={t('search.resultsLabel')}
        aria-multiselectable="true"
        style={{ height: found.length * ROW_HEIGHT }}
      >
        {shown.map((index) => {
          const feed = found[index];
          if (!feed) return null;
          return (
            <FoundFeed
              key={feed.id}
              id={optionId(index)}
              feed={feed}
              price={prices.priceOf(feed.id)}
              isLiveOnly={prices.isLiveOnly(feed.id)}
              place={index + 1}
              count={found.length}
              top={index * ROW_HEIGHT}
              isActive={index === active}
              isListed={listed.has(feed.id)}
              isUnconfirmed={isUnconfirmed(feed.id)}
              listedAs={
                group ? t('search.inGroup', { group: group.name }) : t('search.onWatchlist')
              }
              onPick={pick}
            />
          );
        })}
      </div>
    </div>
  );
}

/**
 * Picking a listed result confirms its name, if only the feed list gave it: here it can be compared
 * with the others.
 */
function usePicking(search: FeedSearch, group: Group | null) {
  const followed = useStored(watchlist);
  const listed = useMemo(
    () => new Set<FeedId>(group ? group.feedIds : (followed ?? [])),
    [group, followed],
  );
  const namings = useStored(feedNamings);
  const isUnconfirmed = (id: FeedId): boolean => {
    const naming = namings?.[id];
    return listed.has(id) && naming !== undefined && !naming.isConfirmed && !naming.claim;
  };
  const pick = (feed: Feed): void => {
    if (isUnconfirmed(feed.id)) void agreeToName(feed.id);
    else search.pick(feed);
  };
  return { listed, isUnconfirmed, pick };
}

/** Places of the results near the window, and of the active one. */
function useShownPlaces(count: number, active: number): readonly number[] {
  const { top, bottom } = useScrolledPart(SCROLLER_ID);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - ROWS_AROUND);
  const end = Math.min(count, Math.ceil(bottom / ROW_HEIGHT) + ROWS_AROUND);
  const near = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  return near.includes(active) ? near : [...near, active].toSorted((a, b) => a - b);
}

function scrollTo(place: number): void {
  const scroller = document.getElementById(SCROLLER_ID);
  if (!scroller) return;
  const { scrollTop, clientHeight } = scroller;
  const start = place * ROW_HEIGHT;
  scroller.scrollTop = Math.max(start + ROW_HEIGHT - clientHeight, Math.min(scrollTop, start));
}

interface ResultKeys {
  found: readonly Feed[];
  search: FeedSearch;
  active: number;
  setSelected: (place: number) => void;
}

/** Lets the search field keep the focus: its keys move through the results and add one. */
function useResultKeys({ found, search, active, setSelected }: ResultKeys): void {
  const { setShown, takeKeys, pick } = search;
  useEffect(() => {
    setShown({ listId: LIST_ID, activeId: optionId(active) });
    return () => setShown({});
  }, [setShown, active]);

  useLayoutEffect(() => {
    const goTo = (place: number): true => {
      setSelected(place);
      scrollTo(place);
      return true;
    };
    takeKeys((key) => {
      const feed = found[active];
      if (key === 'ArrowDown') return goTo((active + 1) % found.length);
      if (key === 'ArrowUp') return goTo((active - 1 + found.length) % found.length);
      if (key === 'PageDown') return goTo(Math.min(active + 8, found.length - 1));
      if (key === 'PageUp') return goTo(Math.max(active - 8, 0));
      if (key === 'Enter' && feed) pick(feed);
      return key === 'Enter';
    });
    return () => takeKeys(null);
  });
}

interface NothingFoundProps extends SearchResultsProps {
  note: string;
  feedCount: number | undefined;
  assetType: string | null;
  prices: FoundPrices;
}

function NothingFound({ note, feedCount, assetType, search, group, prices }: NothingFoundProps) {
  const error = useStored(catalogStatus)?.error;
  const isOfSamples = useStored(catalogService) === SAMPLE_SERVICE.id;
  const isListWanted = isOfSamples && error === null;
  // Fetch only if nothing was found: while prices are samples, nothing is sent before that.
  useEffect(() => {
    if (isListWanted) sendCommand('refresh-feed-list');
  }, [isListWanted]);
  const service = useServiceSearch(search.query, assetType);
  // Otherwise the list is still being downloaded.
  const hasAnyList = feedCount === 0 ? Boolean(error) : feedCount !== undefined && !isOfSamples;
  const isFound = service.feeds.length > 0;
  return (
    <div className={isFound ? styles.served : emptyStyles.empty}>
      {!isFound && <SearchIcon />}
      {!isFound && <h2>{note}</h2>}
      {!isFound && feedCount === 0 && <NoCatalog error={error ?? null} />}
      {!isFound && feedCount !== undefined && feedCount > 0 && (
        <p>{t(isListWanted ? 'search.fetching' : 'search.hint')}</p>
      )}
      {hasAnyList && <ServiceSearchButton search={service} />}
      {isFound && (
        <FoundFeeds found={service.feeds} search={search} group={group} prices={prices} />
      )}
    </div>
  );
}

function NoCatalog({ error }: { error: ServiceProblem | null }) {
  if (error === null) return <p>{t('search.fetching')}</p>;
  return (
    <>
      <p>{serviceProblemWords(error)}</p>
      <Button kind="primary" onClick={() => void openOptions()}>
        {t('common.checkConnectionButton')}
      </Button>
    </>
  );
}

function summaryOf(feedCount: number | undefined, count: number, query: string): string {
  if (feedCount === undefined) return t('options.loading');
  if (feedCount === 0) return t('search.noList');
  return count > 0 ? t('feed.count', { count }) : t('search.none', { query: query.trim() });
}

function optionId(index: number): string {
  return `${LIST_ID}-${index}`;
}
