import { useState } from 'react';
import { isRolling, type CandlePeriod } from '@/lib/domain/history/periods.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { toDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { areCandlesticksDrawn } from '@/lib/storage/values/candles.ts';
import { isProven, type StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { priceState, toneOf, type Tone } from '@/lib/domain/market/price-state.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { useCondition } from '../shared/hooks/use-condition.ts';
import { useStanding } from '../shared/hooks/use-standing.tsx';
import { useFailedCheck } from '../shared/hooks/use-failed-check.ts';
import { useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import { useRequiredTrust } from '../shared/hooks/use-market.ts';
import { useRehearsal, type Rehearsing } from '../shared/hooks/use-rehearsal.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Chart, type ChartProps } from './chart/chart.tsx';
import type { Pulled } from './alerts/alert-levels.tsx';
import { NoSamples } from './chart/chart-collecting.tsx';
import { nearestFilled, slotOf, type ChartGrid, type Slot } from './chart/chart-grid.ts';
import { DetailHeader } from './detail-header.tsx';
import { KeyFacts } from './facts/facts.tsx';
import { NamingNote } from './proof/naming-note.tsx';
import { NoPrice, NotCovered, PriceHead, wayOf } from './price/price-head.tsx';
import { Periods } from './chart/periods.tsx';
import { ProofRow } from './proof/proof-row.tsx';
import { addPulledAlert, pulledRule, PulledAlert } from './alerts/pulled-alert.tsx';
import { Details } from './facts/details.tsx';
import { Tools } from './chart/tools.tsx';
import { useFeed, type FeedEntry } from '../shared/hooks/use-feed.ts';
import { useFollowing } from './use-following.ts';
import { usePeriod, type ShownPeriod } from './chart/use-period.ts';
import { classNames } from '../shared/button.tsx';
import viewStyles from '../shared/view.module.css';
import styles from './feed-detail.module.css';

export default function FeedDetail({ id }: { id: string }) {
  const feed = useFeed(id);
  const list = useStored(listView);
  // The alerts come with the first paint, so that nothing below them moves.
  const areAlertsRead = useStored(alertRules) !== undefined;
  if (!feed || !list || !areAlertsRead) return <div className={viewStyles.view} data-view="feed" />;
  const firstPeriod = isRolling(list.changePeriod) ? list.changePeriod : '24h';
  return <KnownFeed {...{ id, feed, firstPeriod }} />;
}

interface KnownFeedProps {
  id: string;
  feed: FeedEntry;
  firstPeriod: CandlePeriod;
}

function KnownFeed({ id, feed, firstPeriod }: KnownFeedProps) {
  const { symbol } = feedName(feed.attributes, id);
  const following = useFollowing(id, symbol, feed);
  const [period, setPeriod] = useState(firstPeriod);
  const latest = useLatestPrice(id)?.price;
  const schedule = parseSchedule(feed.attributes);
  const condition = useCondition(feed.attributes, latest);
  const isUnproven = useRequiredTrust() !== null && !isProven(latest);
  const hasFailed = useFailedCheck(id) !== null;
  const state = priceState({ missing: feed.missing, hasFailed, isUnproven, condition });
  const tone = toneOf(state, useStanding().isCurrent);
  const isCurrent = tone === 'usual';
  const price = state === 'gone' ? undefined : latest;
  const asCandles = useStored(areCandlesticksDrawn) ?? false;
  const shown = usePeriod(id, period, { schedule, price, isUnproven, isCurrent, asCandles });
  const marking = useMarked(shown.grid);
  const pulling = usePulled(id, feed, price ? toDecimal(price.price, price.expo) : null);
  // Prices are collected only for feeds of the watchlist that the service has prices of.
  const isCollected = feed.isFollowed && feed.missing === undefined;
  const mayHaveChart = isCollected || shown.hasHistory || price !== undefined;
  const { marked } = marking;
  const of = marked ?? (isUnproven ? null : price);
  const exact = of ? toDecimal(of.price, of.expo) : null;
  const onFollow = feed.isFollowed ? null : following.follow;
  const facts = { id, feed, price, marked, condition, schedule, shown, hasFailed, exact };

  return (
    <div className={classNames(viewStyles.view, styles.view)} data-view="feed">
      <DetailHeader {...{ id, feed, following }} />
      <main className={classNames(viewStyles.main, styles.page)} data-scrolls>
        {feed.isFollowed && <NamingNote id={id} attributes={feed.attributes} />}
        <div className={styles.top}>
          {price ? (
            <PriceHead {...{ id, price, marked, shown, state, tone }} />
          ) : (
            <NoPrice id={id} feed={feed} />
          )}
          {price && feed.missing === 'not-covered' && <NotCovered />}
          {price && hasFailed && <ProofRow id={id} price={price} />}
          {mayHaveChart && (
            <>
              <ChartPlace
                {...{ id, shown, price, tone, asCandles, exact, marking, pulling, onFollow }}
              />
              <Periods period={period} onPeriod={setPeriod} hasCandles={shown.grid.hasCandles} />
            </>
          )}
        </div>
        {pulling.pulled && <PulledAlert {...{ id, symbol }} {...pulling} {...pulling.pulled} />}
        <div hidden={pulling.pulled !== null}>
          <KeyFacts {...facts} mayHaveChart={mayHaveChart} />
          {mayHaveChart && <Tools id={id} shown={shown} />}
          <Details {...facts} />
        </div>
      </main>
    </div>
  );
}

interface ChartPlaceProps {
  id: string;
  shown: ShownPeriod;
  /** The price of the headline. */
  price: StoredPrice | undefined;
  tone: Tone;
  /** Adds the feed to the watchlist; `null` if it is already there. */
  onFollow: (() => Promise<void>) | null;
  asCandles: boolean;
  /** The marked price, or the latest; `null` if it does not count. */
  exact: Decimal | null;
  marking: ReturnType<typeof useMarked>;
  pulling: ReturnType<typeof usePulled>;
}

function ChartPlace({ id, shown, price, tone, asCandles, exact, ...props }: ChartPlaceProps) {
  const { marking, pulling, onFollow } = props;
  const { period, grid, start, isRead, hasHidden } = shown;
  if (grid.count === 0) return <NoSamples {...{ isRead, hasHidden, onFollow }} />;
  return (
    <Chart
      key={period}
      {...{ id, period, grid, start, tone, asCandles }}
      latest={price ?? null}
      way={wayOf(exact, start)}
      cursor={marking.cursor}
      onCursor={marking.mark}
      pulled={pulling.pulled}
      marks={pulling.marks}
      onPull={pulling.onPull}
      onPulled={pulling.onPulled}
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

/** A one-time alert would be done after its first trigger. */
function marksOf({ rehearsed }: Rehearsing): ChartProps['marks'] {
  const isOnce = rehearsed?.rule.repeat.mode === 'once';
  const times = rehearsed?.result?.times ?? [];
  return times.map((time, index) => ({ time, isLater: isOnce && index > 0 }));
}

/** The level of the alert being created on the chart. */
function usePulled(id: string, { attributes }: FeedEntry, price: Decimal | null) {
  const [pulled, setPulled] = useState<Pulled | null>(null);
  const rule = pulled && pulledRule(id, pulled.level, price);
  const rehearsing = useRehearsal(pulled && id, rule, attributes);
  const end = async (outcome: 'add' | 'cancel'): Promise<void> => {
    if (!pulled) return;
    if (outcome === 'add' && !(await addPulledAlert(id, pulled.level, price))) return;
    setPulled(null);
    // The element that had the focus is gone.
    document.querySelector<HTMLElement>('[data-part="chart"]')?.focus({ preventScroll: true });
  };
  return {
    pulled,
    price,
    rehearsing,
    marks: rehearsing.isLate ? [] : marksOf(rehearsing),
    onPull: (level: string, byKey = pulled?.byKey ?? false): void => setPulled({ level, byKey }),
    onPulled: (outcome: 'add' | 'cancel'): void => void end(outcome),
  };
}
