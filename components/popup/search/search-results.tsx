import { useEffect, useLayoutEffect, useMemo, useState, type ComponentProps } from 'react';
import type { ServiceProblem } from '@/lib/domain/connection/service-problem.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import type { OfferNames } from '@/lib/domain/offers/offer-words.ts';
import type { Offer, Offers } from '@/lib/domain/offers/offers.ts';
import { browseCatalog, type CatalogIndex } from '@/lib/domain/watchlist/search-catalog.ts';
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
import { ServiceSearchButton, useServiceSearch } from '../../shared/catalog/service-search.tsx';
import { useCatalogIndex } from '../../shared/catalog/use-catalog-index.ts';
import { useScrolledPart } from '../../shared/hooks/use-scrolled-part.ts';
import { SearchIcon } from '../../shared/icons.tsx';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { FoundFeed } from './found-feed.tsx';
import { OfferLine } from './offer-line.tsx';
import { chooseOffer, useOffers } from './use-offers.ts';
import { useAskForPrices, useFoundPrices, type FoundPrices } from './use-found-prices.ts';
import type { FeedSearch } from './use-feed-search.ts';
import { Button } from '../../shared/button.tsx';
import { Message } from '../../shared/message.tsx';
import { goTo } from '../../shared/route.ts';
import { useFeedNames } from '../../shared/hooks/use-feed-names.ts';
import emptyStyles from '../../shared/empty.module.css';
import styles from './search-results.module.css';

const LIST_ID = 'search-results';
const SCROLLER_ID = 'search-scroller';
const ROW_HEIGHT = 52;
/** Rows above and below the window that are also in the document. */
const ROWS_AROUND = 8;
const NO_FEEDS: readonly Feed[] = [];
const NO_OFFERS: readonly Offer[] = [];

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
  const { query } = search;
  const { offers, names } = useOffers(query, index, assetType, prices);
  const browsed = useMemo(
    () => (index ? browseCatalog(index, assetType) : NO_FEEDS),
    [index, assetType],
  );
  const found = isSuggesting ? suggested : (offers?.feeds ?? browsed);
  const isGuess = offers?.isGuess ?? false;
  const note = isSuggesting ? t('search.suggested') : noteOf(index, offers, found.length, query);
  const key = `${query} ${assetType}`;
  const list = { found, isGuess, search, group, prices, names };
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
      </div>
      {found.length > 0 && !isGuess ? (
        <FoundLines
          key={key}
          {...list}
          // A search for a replacement offers nothing else.
          offers={search.replacing === null ? offers?.offers : NO_OFFERS}
        />
      ) : (
        <NothingFound
          key={key}
          {...list}
          note={note}
          feedCount={index?.entries.length}
          assetType={assetType}
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

interface FoundLinesProps extends SearchResultsProps {
  /** Listed first; Enter carries out the first one. */
  offers?: readonly Offer[] | undefined;
  found: readonly Feed[];
  /** Whether they are only similar to the query. Then Enter does nothing until one is selected. */
  isGuess: boolean;
  prices: FoundPrices;
  names: OfferNames;
}

/** The offers and the feeds, of which only the visible ones are in the document. */
function FoundLines(props: FoundLinesProps) {
  const { offers = NO_OFFERS, found, isGuess, prices, names } = props;
  const count = offers.length + found.length;
  const [selected, setSelected] = useState(isGuess ? -1 : 0);
  // The catalog may have shrunk below the selected position.
  const active = Math.min(selected, count - 1);
  // There are fewer offers above them than rows rendered around the window.
  const shown = useShownPlaces(found.length, active - offers.length);
  const height = found.length * ROW_HEIGHT;
  const feedAt = (place: number): Feed | undefined => found[place - offers.length];
  const { choose, writeAlert, ...picking } = useChoosing(props);

  useLineKeys({
    count,
    search: props.search,
    offerCount: offers.length,
    active,
    setSelected,
    onEnter: () => {
      const [offer, feed] = [offers[active], feedAt(active)];
      if (offer) choose(offer);
      else if (feed) picking.pick(feed);
    },
    onSentence: () => writeAlert(offers.length > 0 ? found[0] : feedAt(Math.max(active, 0))),
  });
  useAskForPrices(
    shown.flatMap((at) => found[at]?.id ?? []),
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
      >
        {offers.map((offer, at) => (
          <OfferLine
            key={optionId(at)}
            {...lineAt(at, count, active)}
            {...{ offer, names }}
            onChoose={choose}
          />
        ))}
        <div className={styles.feeds} role="presentation" style={{ height }}>
          {shown.map((at) => {
            const feed = found[at];
            const line = { ...lineAt(at + offers.length, count, active), top: at * ROW_HEIGHT };
            return feed && <FeedLine key={feed.id} {...line} {...{ feed, prices, picking }} />;
          })}
        </div>
      </div>
    </div>
  );
}

function lineAt(at: number, count: number, active: number) {
  return { id: optionId(at), place: at + 1, count, isActive: at === active };
}

interface FeedLineProps extends Pick<
  ComponentProps<typeof FoundFeed>,
  'id' | 'feed' | 'place' | 'count' | 'top' | 'isActive'
> {
  prices: FoundPrices;
  picking: ReturnType<typeof usePicking>;
}

function FeedLine({ prices, picking, ...line }: FeedLineProps) {
  const { id } = line.feed;
  return (
    <FoundFeed
      {...line}
      price={prices.priceOf(id)}
      isLiveOnly={prices.isLiveOnly(id)}
      isListed={picking.listed.has(id)}
      isUnconfirmed={picking.isUnconfirmed(id)}
      listedAs={picking.listedAs}
      onPick={picking.pick}
    />
  );
}

/** What choosing a line does. */
function useChoosing({ offers = NO_OFFERS, search, group, names }: FoundLinesProps) {
  const choose = (offer: Offer): void => {
    search.end();
    void chooseOffer(offer, group, names);
  };
  useEffect(() => {
    if (search.isEntered && offers[0]) choose(offers[0]);
  });
  return {
    ...usePicking(search, group),
    choose,
    /** Opens the sentence of the offered alert, or of a new one. */
    writeAlert: (feed: Feed | undefined): void => {
      const sentence = offers.find(({ kind }) => kind === 'sentence');
      if (sentence) return choose(sentence);
      if (!feed || search.replacing !== null) return;
      search.end();
      goTo({ view: 'new-alert', id: feed.id, level: null });
    },
  };
}

/**
 * Picking a result adds it, and opens it once it is listed. A name that comes
 * from the feed list alone is confirmed first: here it can be compared with the others.
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
    else if (search.replacing !== null || !listed.has(feed.id)) search.pick(feed);
    else {
      search.end();
      goTo({ view: 'feed', id: feed.id });
    }
  };
  const listedAs = group ? t('search.inGroup', { group: group.name }) : t('search.onWatchlist');
  return { listed, listedAs, isUnconfirmed, pick };
}

/** Places of the results near the window, and of the active one. */
function useShownPlaces(count: number, active: number): readonly number[] {
  const { top, bottom } = useScrolledPart(SCROLLER_ID);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - ROWS_AROUND);
  const end = Math.min(count, Math.ceil(bottom / ROW_HEIGHT) + ROWS_AROUND);
  const near = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  return active < 0 || near.includes(active) ? near : [...near, active].toSorted((a, b) => a - b);
}

/** @param place a feed's position; negative for the offers above the feeds */
function scrollTo(place: number): void {
  const scroller = document.getElementById(SCROLLER_ID);
  if (!scroller) return;
  const { scrollTop, clientHeight } = scroller;
  const feeds = scroller.querySelector<HTMLElement>('[role="presentation"]');
  const start = place < 0 ? 0 : (feeds?.offsetTop ?? 0) + place * ROW_HEIGHT;
  scroller.scrollTop = Math.max(start + ROW_HEIGHT - clientHeight, Math.min(scrollTop, start));
}

interface LineKeys {
  count: number;
  search: FeedSearch;
  offerCount: number;
  /** −1: none. */
  active: number;
  setSelected: (place: number) => void;
  onEnter: () => void;
  onSentence: () => void;
}

/** Lets the search field keep the focus: its keys move through the lines and choose one. */
function useLineKeys({ count, search, offerCount, ...line }: LineKeys): void {
  const { active, setSelected, onEnter, onSentence } = line;
  const { setShown, takeKeys } = search;
  useEffect(() => {
    setShown({ listId: LIST_ID, ...(active >= 0 && { activeId: optionId(active) }) });
    return () => setShown({});
  }, [setShown, active]);

  useLayoutEffect(() => {
    const goToLine = (place: number): true => {
      setSelected(place);
      scrollTo(place - offerCount);
      return true;
    };
    takeKeys((key) => {
      if (key === 'ArrowDown') return goToLine((active + 1) % count);
      if (key === 'ArrowUp') return goToLine((Math.max(active, 0) - 1 + count) % count);
      if (key === 'PageDown') return goToLine(Math.min(active + 8, count - 1));
      if (key === 'PageUp') return goToLine(Math.max(active - 8, 0));
      if (key === 'Enter') onEnter();
      if (key === 'Shift+Enter') onSentence();
      return key.endsWith('Enter');
    });
    return () => takeKeys(null);
  });
}

interface NothingFoundProps extends Omit<FoundLinesProps, 'offers'> {
  note: string;
  feedCount: number | undefined;
  assetType: string | null;
}

/** Similar prices, and a button that searches the price service. */
function NothingFound({ note, feedCount, assetType, ...list }: NothingFoundProps) {
  const { search, isGuess } = list;
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
  if (isGuess && !isFound) {
    return (
      <div className={styles.guessed}>
        <FoundLines {...list} />
        {hasAnyList && <ServiceSearchButton search={service} />}
      </div>
    );
  }
  return (
    <div className={isFound ? styles.served : emptyStyles.empty}>
      {!isFound && <SearchIcon />}
      {!isFound && <h2>{note}</h2>}
      {!isFound && feedCount === 0 && <NoCatalog error={error ?? null} />}
      {!isFound && feedCount !== undefined && feedCount > 0 && (
        <p>{t(isListWanted ? 'search.fetching' : 'search.hint')}</p>
      )}
      {hasAnyList && <ServiceSearchButton search={service} />}
      {isFound && <FoundLines {...list} found={service.feeds} isGuess={false} />}
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

function noteOf(
  index: CatalogIndex | undefined,
  offers: Offers | null,
  count: number,
  query: string,
): string {
  if (index === undefined) return t('options.loading');
  if (index.entries.length === 0) return t('search.noList');
  if (offers?.problem) return offers.problem;
  if (offers?.isGuess) return t('search.nearest', { query: query.trim() });
  return count > 0 ? t('feed.count', { count }) : t('search.none', { query: query.trim() });
}

function optionId(index: number): string {
  return `${LIST_ID}-${index}`;
}
