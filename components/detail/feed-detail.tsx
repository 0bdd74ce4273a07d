import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { isRolling, type CandlePeriod } from '@/lib/domain/history/periods.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { numberText } from '@/lib/domain/alerts/text/figures.ts';
import { toDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { areCandlesticksDrawn } from '@/lib/storage/values/candles.ts';
import { isProven, type StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { faultOf, toneOf, type Tone } from '@/lib/domain/market/price-state.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { useCondition } from '../shared/hooks/use-condition.ts';
import { useStanding } from '../shared/hooks/use-standing.tsx';
import { useFailedCheck } from '../shared/hooks/use-failed-check.ts';
import { useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import { useRequiredTrust } from '../shared/hooks/use-market.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Chart, type ChartProps } from './chart/chart.tsx';
import { AlertSentence } from './alerts/alert-sentence.tsx';
import { AlertSettings } from './alerts/alert-settings.tsx';
import type { AlertTask } from './alerts/use-alert-draft.ts';
import { useComposedAlert, type ComposedAlert } from './alerts/use-composed-alert.ts';
import { NoCollectedPrices } from './chart/chart-collecting.tsx';
import { nearestFilled, slotOf, type ChartGrid, type Slot } from './chart/chart-grid.ts';
import { DetailHeader } from './detail-header.tsx';
import { KeyFacts } from './facts/facts.tsx';
import { NamingNote } from './proof/naming-note.tsx';
import { NoPrice, NotCovered, PriceHead, wayOf } from './price/price-head.tsx';
import { Periods } from './chart/periods.tsx';
import { ProofRow } from './proof/proof-row.tsx';
import { Details } from './facts/details.tsx';
import { Tools } from './chart/tools.tsx';
import { useFeed, type FeedEntry } from '../shared/hooks/use-feed.ts';
import { currentRoute, goBack, goTo } from '../shared/route.ts';
import { pressedShortcut, ROW_SHORTCUTS } from '../shared/shortcuts.ts';
import { useEnabledShortcuts } from '../shared/hooks/use-enabled-shortcuts.ts';
import { useFollowing } from './use-following.ts';
import { useCompletePeriod } from './chart/use-complete-period.ts';
import { usePeriod, type ShownPeriod } from './chart/use-period.ts';
import { classNames } from '../shared/button.tsx';
import viewStyles from '../shared/view.module.css';
import styles from './feed-detail.module.css';

interface FeedDetailProps {
  id: string;
  /** The alert that is being written in the place of the feed's figures; `null`: none is. */
  task: AlertTask | null;
}

export function FeedDetail({ id, task }: FeedDetailProps) {
  const feed = useFeed(id);
  const list = useStored(listView);
  if (!feed || !list) return <div className={viewStyles.view} data-view="feed" />;
  const firstPeriod = isRolling(list.changePeriod) ? list.changePeriod : '24h';
  return <KnownFeed {...{ id, feed, firstPeriod, task }} />;
}

interface KnownFeedProps extends FeedDetailProps {
  feed: FeedEntry;
  firstPeriod: CandlePeriod;
}

function KnownFeed({ id, feed, firstPeriod, task }: KnownFeedProps) {
  const { symbol } = feedName(feed.attributes, id);
  const following = useFollowing(id, symbol, feed);
  const [chosen, setPeriod] = useState(firstPeriod);
  const alert = useComposedAlert(id, task);
  const pulling = usePulling(id, alert);
  const period = alert && !pulling.keepsPeriod ? '30d' : chosen;
  const schedule = parseSchedule(feed.attributes);
  const { price, condition, isUnproven, hasFailed, fault, tone } = useShownPrice(id, feed);
  const asCandles = useStored(areCandlesticksDrawn) ?? false;
  const known = { schedule, price, isUnproven, isCurrent: tone === 'usual', asCandles };
  const { shown, isLoading } = useCompletePeriod(id, usePeriod(id, period, known));
  const marking = useMarked(shown.grid);
  // Prices are collected only for feeds on the watchlist for which the service has prices.
  const isCollected = feed.isFollowed && feed.missing === undefined;
  const mayHaveChart = isCollected || shown.hasHistory || price !== undefined;
  const { marked } = marking;
  const of = marked ?? (isUnproven ? null : price);
  const exact = of ? toDecimal(of.price, of.expo) : null;
  const onFollow = feed.isFollowed ? null : following.follow;
  const facts = { id, feed, price, marked, condition, schedule, shown, hasFailed, exact };

  const chart = mayHaveChart && (
    <ChartPlace
      {...{ id, shown, isLoading, price, tone, asCandles, exact, marking, pulling }}
      {...{ onFollow, alert }}
    />
  );

  return (
    <div
      className={classNames(viewStyles.view, styles.view)}
      data-view="feed"
      data-composes={alert !== null || undefined}
      onKeyDown={pulling.onKeyDown}
    >
      <DetailHeader {...{ id, feed, following, alert }} />
      <main className={classNames(viewStyles.main, styles.page)} data-scrolls>
        {feed.isFollowed && !alert && <NamingNote id={id} attributes={feed.attributes} />}
        <div className={styles.top}>
          {alert ? (
            <AlertSentence
              alert={alert}
              isHeld={pulling.held !== null}
              takesFocus={!pulling.keepsPeriod}
            />
          ) : (
            <Head {...{ id, feed, price, marked, shown, fault, schedule, tone, hasFailed }} />
          )}
          {chart}
          {mayHaveChart && !alert && <Periods {...{ period, isLoading }} onPeriod={setPeriod} />}
        </div>
        {alert ? <AlertSettings alert={alert} /> : <Figures {...facts} {...{ mayHaveChart }} />}
      </main>
    </div>
  );
}

/** A feed's latest price, and how good it is. */
function useShownPrice(id: string, feed: FeedEntry) {
  const latest = useLatestPrice(id)?.price;
  const condition = useCondition(feed.attributes, latest);
  const isUnproven = useRequiredTrust() !== null && !isProven(latest);
  const hasFailed = useFailedCheck(id) !== null;
  const fault = faultOf({ missing: feed.missing, hasFailed, isUnproven, condition });
  const tone = toneOf(fault, useStanding().isCurrent);
  return {
    price: fault === 'gone' ? undefined : latest,
    condition,
    isUnproven,
    hasFailed,
    fault,
    tone,
  };
}

type FiguresProps = ComponentProps<typeof KeyFacts> & ComponentProps<typeof Details>;

function Figures(props: FiguresProps) {
  return (
    <div>
      <KeyFacts {...props} />
      {props.mayHaveChart && <Tools id={props.id} shown={props.shown} />}
      <Details {...props} />
    </div>
  );
}

interface HeadProps extends Omit<ComponentProps<typeof PriceHead>, 'price'> {
  id: string;
  feed: FeedEntry;
  price: StoredPrice | undefined;
  hasFailed: boolean;
}

/** The price and its change, or why there is none. */
function Head({ id, feed, price, hasFailed, ...props }: HeadProps) {
  if (!price) return <NoPrice id={id} feed={feed} />;
  return (
    <>
      <PriceHead {...props} id={id} price={price} />
      {feed.missing === 'not-covered' && <NotCovered />}
      {hasFailed && <ProofRow id={id} price={price} />}
    </>
  );
}

interface ChartPlaceProps {
  id: string;
  shown: ShownPeriod;
  /** Whether another period was chosen, whose prices are not there yet. */
  isLoading: boolean;
  /** The price of the headline. */
  price: StoredPrice | undefined;
  tone: Tone;
  /** Adds the feed to the watchlist; `null` if it is already there. */
  onFollow: (() => Promise<void>) | null;
  asCandles: boolean;
  /** The marked price, or the latest; `null` if it does not count. */
  exact: Decimal | null;
  marking: ReturnType<typeof useMarked>;
  pulling: ReturnType<typeof usePulling>;
  alert: ComposedAlert | null;
}

function ChartPlace({
  id,
  shown,
  isLoading,
  price,
  tone,
  asCandles,
  exact,
  ...props
}: ChartPlaceProps) {
  const { marking, pulling, onFollow, alert } = props;
  const { period, grid, start, isRead, isAwaited, hasHidden } = shown;
  if (grid.count === 0)
    return <NoCollectedPrices isRead={isRead && !isAwaited} {...{ hasHidden, onFollow }} />;
  return (
    <Chart
      key={period}
      {...{ id, period, grid, tone, asCandles, isAwaited, isLoading }}
      start={alert ? null : start}
      latest={price ?? null}
      way={alert ? 'flat' : wayOf(exact, start)}
      cursor={marking.cursor}
      onCursor={marking.mark}
      isComposing={alert !== null}
      pulled={pulledOf(alert, pulling.held)}
      marks={marksOf(alert, id)}
      onPull={pulling.onPull}
      onHold={pulling.hold}
      onPulled={(outcome) => void (outcome === 'add' ? alert?.submit() : goBack())}
    />
  );
}

/** The price that the pointer or a key marks on the chart. */
function useMarked(grid: ChartGrid) {
  // A slot index would shift as time passes.
  const [at, setAt] = useState<Slot | null>(null);
  const slot = at === null ? null : slotOf(grid, at);
  const cursor = slot === null ? null : nearestFilled(grid, slot);
  return {
    cursor,
    marked: cursor === null ? null : (grid.slots[cursor] ?? null),
    mark: (index: number | null): void =>
      setAt(index === null ? null : (grid.slots[index] ?? null)),
  };
}

function pulledOf(alert: ComposedAlert | null, held: Held | null): ChartProps['pulled'] {
  if (!alert?.described || alert.level === null) return null;
  // The chart must not move while the user holds a level.
  const { level: shown } = held ?? alert;
  return { level: alert.level, condition: conditionTitle(alert.described.trigger), shown };
}

/** When the alert would have triggered. A one-time alert gets marks too, as if it repeated. */
function marksOf(alert: ComposedAlert | null, id: string): ChartProps['marks'] {
  const { rehearsed, isLate } = alert?.rehearsing ?? {};
  if (!alert || !rehearsed || isLate || alert.subject.id !== id) return [];
  const { trigger, repeat } = rehearsed.rule;
  return (rehearsed.result?.times ?? []).map((time, index) => ({
    time,
    isLater: repeat.mode === 'once' && index > 0,
    isOnPrice: trigger.kind !== 'crosses',
  }));
}

/** The level when the pointer took hold of it; `null` if there was none. */
type Held = Pick<ComposedAlert, 'level'>;

/** How the pointer and the keys start an alert, or set the level of the one that is being written. */
function usePulling(id: string, alert: ComposedAlert | null) {
  const [held, setHeld] = useState<Held | null>(null);
  const [keepsPeriod, setKeepsPeriod] = useState(false);
  // The page's address changes a moment after it is set.
  const isStarting = useRef(false);
  const isComposing = alert !== null;
  useEffect(() => {
    isStarting.current = false;
    if (!isComposing) return undefined;
    return () => {
      setKeepsPeriod(false);
      setHeld(null);
      // Beside the list, the row from which the alert was opened gets the focus.
      if (currentRoute().view === 'list') return;
      // The element that had the focus is gone. Without past prices, there is no chart.
      const chart = document.querySelector<HTMLElement>('[data-part="chart"]');
      const heading = document.querySelector<HTMLElement>('[data-view="feed"] h1');
      (chart ?? heading)?.focus({ preventScroll: true });
    };
  }, [isComposing]);
  const { newAlert } = useEnabledShortcuts(ROW_SHORTCUTS);
  const start = (level: string | null): void => {
    if (isStarting.current) return;
    isStarting.current = true;
    goTo({ view: 'new-alert', id, level });
  };
  return {
    /** `null`: the pointer holds no level. */
    held,
    hold: (isHeld: boolean): void => setHeld(isHeld ? { level: alert?.level ?? null } : null),
    keepsPeriod,
    /** @param isDragged whether the pointer holds the level, so that the chart must not change */
    onPull: (level: string, isDragged = false): void => {
      if (alert) alert.setLevel(numberText(level));
      else {
        setKeepsPeriod(isDragged);
        start(level);
      }
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (alert || isTyping || event.defaultPrevented) return;
      if (pressedShortcut(event, { newAlert }) !== 'newAlert') return;
      event.preventDefault();
      start(null);
    },
  };
}
