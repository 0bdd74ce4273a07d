import { useState, type ComponentProps } from 'react';
import { isRolling, type CandlePeriod } from '@/lib/domain/history/periods.ts';
import { feedSymbol } from '@/lib/domain/prices/feed-name.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
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
import { Chart } from './chart/chart.tsx';
import { AlertSentence } from './alerts/alert-sentence.tsx';
import { AlertSettings } from './alerts/alert-settings.tsx';
import type { AlertTask } from './alerts/use-alert-draft.ts';
import { useComposedAlert, type ComposedAlert } from './alerts/use-composed-alert.ts';
import { SubjectChart } from './alerts/subject-chart.tsx';
import { usePulling } from './alerts/use-pulling.ts';
import { NoCollectedPrices } from './chart/chart-collecting.tsx';
import { DetailHeader } from './detail-header.tsx';
import { KeyFacts } from './facts/facts.tsx';
import { NamingNote } from './proof/naming-note.tsx';
import { NoPrice, NotCovered, PriceHead, wayOf } from './price/price-head.tsx';
import { Periods } from './chart/periods.tsx';
import { ProofRow } from './proof/proof-row.tsx';
import { Details } from './facts/details.tsx';
import { Tools } from './chart/tools.tsx';
import { useFeed, type FeedEntry } from '../shared/hooks/use-feed.ts';
import { useFollowing } from './use-following.ts';
import { useCompletePeriod } from './chart/use-complete-period.ts';
import { useMarked } from './chart/use-marked.ts';
import { usePeriod, type ShownPeriod } from './chart/use-period.ts';
import { classNames } from '../shared/button.tsx';
import viewStyles from '../shared/view.module.css';
import styles from './feed-detail.module.css';

interface FeedDetailProps {
  id: string;
  /** The alert that is being written in the place of the feed's figures; `null`: none is. */
  task: AlertTask | null;
  /** The period to show; `null`: the last chosen one, at first the list's. */
  period: CandlePeriod | null;
}

export function FeedDetail({ id, task, period }: FeedDetailProps) {
  const feed = useFeed(id);
  const list = useStored(listView);
  if (!feed || !list) return <div className={viewStyles.view} data-view="feed" />;
  const firstPeriod = isRolling(list.changePeriod) ? list.changePeriod : '24h';
  return <KnownFeed {...{ id, feed, firstPeriod, task, period }} />;
}

interface KnownFeedProps extends FeedDetailProps {
  feed: FeedEntry;
  firstPeriod: CandlePeriod;
}

function KnownFeed({ id, feed, firstPeriod, task, period: asked }: KnownFeedProps) {
  const symbol = feedSymbol(feed.attributes, id);
  const following = useFollowing(id, symbol, feed);
  const [chosen, setPeriod] = useChosenPeriod(firstPeriod, asked);
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
              isHeld={pulling.isHeld}
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

/** The period last chosen here, or given in the page's address. */
function useChosenPeriod(first: CandlePeriod, asked: CandlePeriod | null) {
  const [chosen, setPeriod] = useState(asked ?? first);
  const [known, setKnown] = useState(asked);
  if (asked !== known) {
    setKnown(asked);
    if (asked !== null) setPeriod(asked);
  }
  return [chosen, setPeriod] as const;
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
  // Dragged from the axis, the level is the only thing that comes.
  const isPlain = alert !== null && !pulling.keepsPeriod;
  const { period, grid, start, isRead, isAwaited, hasHidden } = shown;
  if (alert && alert.subject.id !== id)
    return <SubjectChart {...{ alert }} chart={pulling.chart} />;
  if (grid.count === 0)
    return <NoCollectedPrices isRead={isRead && !isAwaited} {...{ hasHidden, onFollow }} />;
  return (
    <Chart
      key={period}
      {...{ id, period, grid, tone, asCandles, isAwaited, isLoading }}
      start={isPlain ? null : start}
      latest={price ?? null}
      way={isPlain ? 'flat' : wayOf(exact, start)}
      cursor={marking.cursor}
      onCursor={marking.mark}
      {...pulling.chart}
    />
  );
}
