import { useEffect, useLayoutEffect, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { Offer, OfferPlace, Offers } from '@/lib/domain/offers/offers.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { useScrolledPart } from '../../shared/hooks/use-scrolled-part.ts';
import { goTo } from '../../shared/route.ts';
import type { Overlays } from '../menus/use-overlays.ts';
import { FoundFeed } from './found-feed.tsx';
import { LIST_ID, lineAt, lineId } from './line.ts';
import { OfferLine } from './offer-line.tsx';
import type { FeedSearch } from './use-feed-search.ts';
import { useAskForPrices, type FoundPrices } from './use-found-prices.ts';
import { chooseOffer } from './use-offers.ts';
import { usePicking } from './use-picking.ts';
import styles from './search-results.module.css';

const SCROLLER_ID = 'search-scroller';
const ROW_HEIGHT = 52;
/** Rows above and below the window that are also in the document. */
const ROWS_AROUND = 8;
const PAGE = 8;

export interface FoundLinesProps {
  found: Omit<Offers, 'problem'>;
  search: FeedSearch;
  /** Picked feeds are also added to this group; `null`: to the watchlist only. */
  group: Group | null;
  overlays: Overlays;
  prices: FoundPrices;
  /** `null`: there are no offers. */
  place: OfferPlace | null;
}

/** The offers and the feeds, of which only the visible ones are in the document. */
export function FoundLines(props: FoundLinesProps) {
  const { search, prices, place } = props;
  const { offers, feeds, isGuess } = props.found;
  const count = offers.length + feeds.length;
  // Feeds that are only similar or suggested: Enter does nothing until one is selected.
  const [selected, setSelected] = useState(isGuess ? -1 : 0);
  // The catalog may have shrunk below the selected position.
  const active = Math.min(selected, count - 1);
  // There are fewer offers above them than rows rendered around the window.
  const shown = useShownPlaces(feeds.length, active - offers.length);
  const { choose, picking, ...choosing } = useChoosing(props, active);
  useLineKeys({ count, search, active, setSelected, ...choosing });
  useAskForPrices(
    shown.flatMap((at) => feeds[at]?.id ?? []),
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
        {place &&
          offers.map((offer, at) => (
            <OfferLine
              key={lineId(at)}
              line={lineAt(at, count, active)}
              {...{ offer, place }}
              onChoose={choose}
            />
          ))}
        <div
          className={styles.feeds}
          role="presentation"
          style={{ height: feeds.length * ROW_HEIGHT }}
        >
          {shown.map((at) => {
            const feed = feeds[at];
            const line = lineAt(at + offers.length, count, active);
            const top = at * ROW_HEIGHT;
            return feed && <FoundFeed key={feed.id} {...{ line, feed, top, prices, picking }} />;
          })}
        </div>
      </div>
    </div>
  );
}

/** What choosing a line does. */
function useChoosing(props: FoundLinesProps, active: number) {
  const { search, group, place, overlays } = props;
  const { offers, feeds } = props.found;
  const picking = usePicking(search, group);
  const choose = (offer: Offer): void => {
    search.end();
    if (!place) return;
    if (offer.kind !== 'group') return void chooseOffer(offer, place, group?.id ?? null);
    const create = (name: string) => chooseOffer({ ...offer, name }, place, null);
    // The closed search returns the focus to where it came from.
    overlays.open({ kind: 'new-group', create }, document.body);
  };
  useEffect(() => {
    if (search.isEntered && offers[0]) choose(offers[0]);
  });
  return {
    picking,
    choose,
    onEnter: (): void => {
      const [offer, feed] = [offers[active], feeds[active - offers.length]];
      if (offer) choose(offer);
      else if (feed) picking.pick(feed);
    },
    /** Opens the sentence of the offered alert, or of a new one. */
    onShiftEnter: (): void => {
      const sentence = offers.find(({ kind }) => kind === 'sentence');
      if (sentence) return choose(sentence);
      const feed = feeds[offers.length > 0 ? 0 : Math.max(active, 0)];
      if (!feed || search.replacing !== null) return;
      search.end();
      goTo({ view: 'new-alert', id: feed.id, level: null });
    },
  };
}

/** Places of the results near the window, and of the active one. */
function useShownPlaces(count: number, active: number): readonly number[] {
  const { top, bottom } = useScrolledPart(SCROLLER_ID);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - ROWS_AROUND);
  const end = Math.min(count, Math.ceil(bottom / ROW_HEIGHT) + ROWS_AROUND);
  const near = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  return active < 0 || near.includes(active) ? near : [...near, active].toSorted((a, b) => a - b);
}

interface LineKeys {
  count: number;
  search: FeedSearch;
  /** −1: none. */
  active: number;
  setSelected: (at: number) => void;
  onEnter: () => void;
  onShiftEnter: () => void;
}

/** Lets the search field keep the focus: its keys move through the lines and choose one. */
function useLineKeys({ count, search, active, setSelected, onEnter, onShiftEnter }: LineKeys) {
  const { setShown, takeKeys } = search;
  useLayoutEffect(() => {
    setShown({ listId: LIST_ID, ...(active >= 0 && { activeId: lineId(active) }) });
    document.getElementById(lineId(active))?.scrollIntoView({ block: 'nearest' });
    return () => setShown({});
  }, [setShown, active]);

  useLayoutEffect(() => {
    const handlers: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setSelected((active + 1) % count),
      ArrowUp: () => setSelected((Math.max(active, 0) - 1 + count) % count),
      PageDown: () => setSelected(Math.min(active + PAGE, count - 1)),
      PageUp: () => setSelected(Math.max(active - PAGE, 0)),
      Enter: onEnter,
      'Shift+Enter': onShiftEnter,
    };
    takeKeys((key) => {
      handlers[key]?.();
      return key in handlers;
    });
    return () => takeKeys(null);
  });
}
