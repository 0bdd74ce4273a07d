import { t } from '@/lib/base/locale/t.ts';
import type { Condition } from '@/lib/domain/prices/condition.ts';
import { toDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { areCandlesticksDrawn } from '@/lib/storage/values/candles.ts';
import { FeedAlertList } from '../alerts/feed-alert-list.tsx';
import type { FeedFacts } from '../shared/hooks/use-feed.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import type { Slot } from './chart-grid.ts';
import { Confidence } from './confidence.tsx';
import { ConvertedTerm } from './converted-term.tsx';
import { EmaTerm } from './facts.tsx';
import { MarketTerm } from './market-hours.tsx';
import { PriceGauge, Rounded } from './price-gauge.tsx';
import { Published } from './price-head.tsx';
import { ProofRow } from './proof-row.tsx';
import { Missing, Term, Terms } from './terms.tsx';
import type { ShownPeriod } from './use-period.ts';
import styles from './first-facts.module.css';

interface FactsProps {
  id: string;
  feed: FeedFacts;
  price: StoredPrice | undefined;
  /** The price that is marked on the chart; `null`: none is. */
  marked: Slot | null;
  /** The latest price, or the marked one; `null`: none that counts. */
  exact: Decimal | null;
  condition: Condition | undefined;
  shown: ShownPeriod;
  mayHaveChart: boolean;
  /** Whether the proof is above, because it failed. */
  hasFailed: boolean;
}

/** What most people look for: the period, the alerts, and whether the price is verified. */
export function Facts(props: FactsProps) {
  const { id, price, hasFailed } = props;
  return (
    <div className={styles.facts}>
      <PeriodFacts {...props} />
      <FeedAlertList id={id} />
      <section>
        <h2>{t('detail.price')}</h2>
        {price && !price.isSample && !hasFailed && <ProofRow id={id} price={price} />}
        <PriceFacts {...props} />
      </section>
    </div>
  );
}

function PeriodFacts({ marked, exact, shown, mayHaveChart }: FactsProps) {
  const asCandles = useStored(areCandlesticksDrawn) ?? false;
  const candle = (asCandles && marked?.candle) || null;
  return (
    <section>
      <h2>{t(`chart.last.${shown.period}`)}</h2>
      {mayHaveChart && <PriceGauge shown={shown} price={exact} candle={candle} />}
      {mayHaveChart && shown.start && (
        <Terms className={styles.later}>
          <Term name={t('chart.start')}>
            <Rounded price={shown.start.from} />
          </Term>
        </Terms>
      )}
    </section>
  );
}

function PriceFacts({ id, feed, price, marked, condition }: FactsProps) {
  const schedule = parseSchedule(feed.attributes);
  return (
    <>
      {price && (
        <Terms className={styles.certainty}>
          <ConfidenceTerm of={marked ?? price} />
          <EmaTerm of={marked ?? price} />
        </Terms>
      )}
      <Terms className={styles.last}>
        {price && <ConvertedTerm id={id} />}
        {price && (
          <Term name={t('detail.publishTime')}>
            <Published publishTime={price.publishTime} />
          </Term>
        )}
        <MarketTerm schedule={schedule} isAfterHours={condition === 'after-hours'} />
      </Terms>
    </>
  );
}

function ConfidenceTerm({ of }: { of: StoredPrice | Slot }) {
  const confidence = of.conf === null ? null : toDecimal(of.conf, of.expo);
  return (
    <Term name={t('chart.confidence')} hint={t('detail.confidenceHint')}>
      {confidence ? <Confidence confidence={confidence} /> : <Missing text="–" />}
    </Term>
  );
}
