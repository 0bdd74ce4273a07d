import { useMemo, useState } from 'react';
import { isRolling, type CandlePeriod } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import type { Condition } from '@/lib/domain/prices/condition.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { type StoredPrice, isProven } from '@/lib/domain/prices/stored-price.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { FeedAlertList } from '../alerts/feed-alert-list.tsx';
import { useCondition } from '../shared/hooks/use-condition.ts';
import { useFailedCheck } from '../shared/hooks/use-failed-check.ts';
import { useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import { useRequiredTrust } from '../shared/hooks/use-required-trust.ts';
import { useSignatures } from '../shared/hooks/use-signatures.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Attributes } from './attributes.tsx';
import { ChangeOverPeriod } from './change-over-period.tsx';
import { ChartSection, usableSamples } from './chart-section.tsx';
import { Terms } from './terms.tsx';
import { ConvertedTerm } from './converted-term.tsx';
import { DayTerms } from './day-terms.tsx';
import { DetailHeader } from './detail-header.tsx';
import { EmaTerm, UpdateFacts } from './facts.tsx';
import { MarketHours, MarketTerm } from './market-hours.tsx';
import { NamingNote } from './naming-note.tsx';
import { NoPrice, NotCovered } from './no-price.tsx';
import { PeriodTerms } from './period-terms.tsx';
import { PriceHead } from './price-head.tsx';
import { ProofStrip } from './proof-strip.tsx';
import { YearTerm } from './year-term.tsx';
import { useFeed, type FeedFacts } from '../shared/hooks/use-feed.ts';
import { useFollowing } from './use-following.ts';
import { useCandles } from './use-candles.ts';
import { useSamples } from './use-samples.ts';
import { classNames } from '../shared/button.tsx';
import viewStyles from '../shared/view.module.css';
import styles from './feed-detail.module.css';

/** Everything about one feed. */
export default function FeedDetail({ id }: { id: string }) {
  const feed = useFeed(id);
  const list = useStored(listView);
  // With the alerts, so that what is below them does not move.
  const areAlertsRead = useStored(alertRules) !== undefined;
  if (!feed || !list || !areAlertsRead) return <div className={viewStyles.view} data-view="feed" />;
  return (
    <KnownFeed
      id={id}
      feed={feed}
      firstPeriod={isRolling(list.changePeriod) ? list.changePeriod : '24h'}
    />
  );
}

interface KnownFeedProps {
  id: string;
  feed: FeedFacts;
  firstPeriod: CandlePeriod;
}

function KnownFeed(props: KnownFeedProps) {
  const { id, feed } = props;
  const { symbol } = feedName(feed.attributes, id);
  const following = useFollowing(id, symbol, feed);
  return (
    <div
      className={classNames(viewStyles.view, styles.view)}
      data-view="feed"
      data-picture="detail"
    >
      <DetailHeader id={id} feed={feed} following={following} />
      <Body {...props} onFollow={feed.isFollowed ? null : following.follow} />
    </div>
  );
}

interface BodyProps extends KnownFeedProps {
  /** Adds the feed to the watchlist; `null`: it is on it. */
  onFollow: (() => Promise<void>) | null;
}

function Body({ id, feed, firstPeriod, onFollow }: BodyProps) {
  const [period, setPeriod] = useState(firstPeriod);
  const samples = useSamples(id, period);
  const requiredTrust = useRequiredTrust();
  const usable = useMemo(() => usableSamples(samples, requiredTrust), [samples, requiredTrust]);
  const price = useLatestPrice(id)?.price;
  const schedule = parseSchedule(feed.attributes);
  const candles = useCandles(id, period, schedule);
  const condition = useCondition(schedule, price);
  const isRefused = useSignatures() === 'require' && !isProven(price);
  const hasFailed = useFailedCheck(id) !== null;
  // Prices are collected only for feeds of the watchlist that the service has prices of.
  const isCollected = feed.isFollowed && feed.missing === undefined;
  const mayHaveChart = isCollected || Boolean(price ?? candles ?? samples?.[0]);

  return (
    <main className={viewStyles.main} data-scrolls>
      <div className={styles.page}>
        <div>
          {feed.isFollowed && <NamingNote id={id} attributes={feed.attributes} />}
          {price ? (
            <>
              <PriceHead price={price} isRefused={isRefused} condition={condition}>
                {period !== 'all' && (
                  <ChangeOverPeriod id={id} period={period} price={price} samples={samples} />
                )}
              </PriceHead>
              {feed.missing === 'not-covered' && <NotCovered />}
              {/* A failed check is the first thing to know. */}
              {hasFailed && <ProofStrip id={id} price={price} />}
            </>
          ) : (
            <NoPrice id={id} feed={feed} />
          )}
          {mayHaveChart && (
            <ChartSection
              id={id}
              samples={usable}
              hasHidden={samples?.length !== usable?.length}
              candles={candles}
              period={period}
              onPeriod={setPeriod}
              onFollow={onFollow}
            />
          )}
          <BriefTerms
            id={id}
            history={mayHaveChart ? { samples: usable, candles, period } : null}
            price={price}
            attributes={feed.attributes}
            condition={condition}
          />
          <FeedAlertList id={id} />
          {price && !price.isSample && !hasFailed && <ProofStrip id={id} price={price} />}
        </div>
        <Details id={id} feed={feed} price={price} />
      </div>
    </main>
  );
}

interface DetailsProps {
  id: string;
  feed: FeedFacts;
  price: StoredPrice | undefined;
}

/** What few people look for, closed at first. */
function Details({ id, feed, price }: DetailsProps) {
  return (
    <details className={styles.details}>
      <summary>{t('detail.details')}</summary>
      {price && <UpdateFacts price={price} />}
      <MarketHours schedule={parseSchedule(feed.attributes)} />
      <Attributes id={id} attributes={feed.attributes} />
    </details>
  );
}

interface BriefTermsProps {
  id: string;
  /** What the chart draws; `null`: there is no chart. */
  history: Parameters<typeof PeriodTerms>[0] | null;
  price: StoredPrice | undefined;
  attributes: FeedAttributes;
  condition: Condition | undefined;
}

/** The figures that most people look for. */
function BriefTerms({ id, history, price, attributes, condition }: BriefTermsProps) {
  const schedule = parseSchedule(attributes);
  return (
    <Terms className={styles.brief}>
      {history && <PeriodTerms {...history} />}
      {price && <DayTerms id={id} price={price} attributes={attributes} />}
      {price && <ConvertedTerm id={id} />}
      {price && <EmaTerm price={price} />}
      {history && <YearTerm id={id} schedule={schedule} />}
      <MarketTerm schedule={schedule} isAfterHours={condition === 'after-hours'} />
    </Terms>
  );
}
