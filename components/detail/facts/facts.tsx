import { useCallback } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { ratio, subtractDecimals } from '@/lib/domain/prices/arithmetic.ts';
import type { Condition } from '@/lib/domain/prices/condition.ts';
import { toDecimal, toNumber, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { areCandlesticksDrawn } from '@/lib/storage/values/candles.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { FeedAlertList } from '../../alerts/feed-alert-list.tsx';
import { OwnedValue } from '../../holdings/owned-value.tsx';
import { useStored, useStoredPart } from '../../shared/hooks/use-stored.ts';
import type { ChartGrid, Slot, SlotCandle } from '../chart/chart-grid.ts';
import { startText } from '../chart/slot-text.ts';
import { Confidence, ExactDecimal } from '../price/figures.tsx';
import { useCorrectedClock } from '../../shared/hooks/clock.ts';
import { marketSentence, marketTime } from './market-words.ts';
import { Published } from '../price/price-head.tsx';
import { ProofRow } from '../proof/proof-row.tsx';
import { Missing, Term, Terms } from '../../shared/terms.tsx';
import type { ShownPeriod } from '../chart/use-period.ts';
import styles from './facts.module.css';

interface FactsProps {
  id: string;
  price: StoredPrice | undefined;
  /** The price that is marked on the chart; `null` if none is. */
  marked: Slot | null;
  /** The marked price, or the latest; `null` if it does not count. */
  exact: Decimal | null;
  condition: Condition | undefined;
  schedule: AnySchedule;
  shown: ShownPeriod;
  mayHaveChart: boolean;
  /** Whether the proof is above, because it failed. */
  hasFailed: boolean;
}

/** What most people look for: the period, the alerts, and whether the price is verified. */
export function KeyFacts(props: FactsProps) {
  const { id, price, marked, shown, mayHaveChart, hasFailed } = props;
  return (
    <div className={styles.facts}>
      <section>
        <h2>{periodWords(shown)}</h2>
        {mayHaveChart && <PriceGauge {...props} />}
        {mayHaveChart && <SplitFact grid={shown.grid} />}
        {mayHaveChart && (
          <Terms className={styles.later}>
            <Term name={t('chart.start')}>
              {shown.start ? <ExactDecimal digits="row" value={shown.start.from} /> : '–'}
            </Term>
          </Terms>
        )}
        {price && <Average of={marked ?? price} />}
        <Owned id={id} />
      </section>
      <FeedAlertList id={id} />
      <section>
        <h2>{t('proof.title')}</h2>
        {price && !price.isSample && !hasFailed && <ProofRow id={id} price={price} />}
        {price && <Exact of={marked ?? price} />}
        {price && <Certainty of={marked ?? price} />}
        <Terms className={styles.last}>
          {price && (
            <Term name={t('detail.publishTime')}>
              <Published publishTime={price.publishTime} />
            </Term>
          )}
          <MarketTerm schedule={props.schedule} isAfterHours={props.condition === 'after-hours'} />
        </Terms>
      </section>
    </div>
  );
}

/** Where the past prices were probably divided, as they are after a split. */
function SplitFact({ grid }: { grid: ChartGrid }) {
  const slot = grid.slots[grid.split ?? -1];
  if (!slot) return null;
  return (
    <Terms>
      <Term name={t('row.mark.split')}>
        {startText(slot, grid)} <small>{t('chart.splitAdjusted')}</small>
      </Term>
    </Terms>
  );
}

/** The period, or since when prices are known if that is later. */
function periodWords({ period, pricesSince, grid }: ShownPeriod): string {
  if (pricesSince === null) return t(`period.${period}`);
  return t('detail.change.since', { time: startText(pricesSince, grid) });
}

interface MarketTermProps {
  schedule: AnySchedule;
  isAfterHours: boolean;
}

/** Whether the market is open and until when. */
function MarketTerm({ schedule, isAfterHours }: MarketTermProps) {
  const sentence = useCallback((ms: UnixMilliseconds) => marketSentence(schedule, ms), [schedule]);
  const time = useCallback((ms: UnixMilliseconds) => marketTime(schedule, ms), [schedule]);
  const inMarketTime = useCorrectedClock(time);
  const words = useCorrectedClock(sentence);
  return (
    <Term name={t('marketHours.market')}>
      {isAfterHours ? t('marketHours.afterHours') : words}
      {inMarketTime !== null && !isAfterHours && <small> {inMarketTime}</small>}
    </Term>
  );
}

/** The low and the high of a period, and where between them the price is. */
function PriceGauge({ shown: { range, candles }, exact, marked }: FactsProps) {
  const asCandles = useStored(areCandlesticksDrawn) ?? false;
  if (asCandles && marked?.candle) {
    return <p className={styles.gauge}>{candleWords(marked.candle)}</p>;
  }
  if (!range) return null;
  const { low, high } = range;
  return (
    <dl className={styles.gauge} title={candles ? t('chart.fromCandles') : undefined}>
      <dt>{t('chart.low')}</dt>
      <dd>
        <ExactDecimal digits="row" value={low} />
      </dd>
      <dd className={styles.bar} aria-hidden="true">
        {exact && <i style={{ translate: `${shareOf(exact, low, high)}%` }} />}
      </dd>
      <dt>{t('chart.high')}</dt>
      <dd>
        <ExactDecimal digits="row" value={high} />
      </dd>
    </dl>
  );
}

/** Where a price is between two others, in percent from the lower one: from 0 to 100. */
function shareOf(price: Decimal, low: Decimal, high: Decimal): number {
  const share = ratio(subtractDecimals(price, low), subtractDecimals(high, low), 4);
  return share ? Math.min(100, Math.max(0, 100 * toNumber(share))) : 50;
}

function candleWords({ open, high, low }: SlotCandle): string {
  return t('chart.candleFigures', { open: rowText(open), high: rowText(high), low: rowText(low) });
}

function rowText(price: Decimal): string {
  return formatPrice(price, { digits: 'row' }).text;
}

function Owned({ id }: { id: string }) {
  const isOwned = useStoredPart(holdings, (all) => Object.hasOwn(all ?? {}, id));
  return (
    isOwned && (
      <Terms className={styles.last}>
        <Term name={t('holdings.owned')}>
          <OwnedValue id={id} />
        </Term>
      </Terms>
    )
  );
}

/** Every digit of the price. Only three columns have room for it. */
function Exact({ of }: { of: StoredPrice | Slot }) {
  const price = toDecimal(of.price, of.expo);
  return (
    <Terms className={styles.exact}>
      <Term name={t('detail.price')}>{price ? <ExactDecimal value={price} /> : <Missing />}</Term>
    </Terms>
  );
}

/** The ±, which candles don't have. */
function Certainty({ of }: { of: StoredPrice | Slot }) {
  const confidence = of.conf === null ? null : toDecimal(of.conf, of.expo);
  return (
    <Terms className={styles.certainty}>
      <Term name={t('chart.confidence')} hint={t('detail.confidenceHint')}>
        {confidence ? <Confidence confidence={confidence} /> : <Missing text="–" />}
      </Term>
    </Terms>
  );
}

/** The EMA, which candles don't have. */
function Average({ of }: { of: StoredPrice | Slot }) {
  const ema = of.emaPrice === null ? null : toDecimal(of.emaPrice, of.emaExpo);
  return (
    <Terms className={styles.average}>
      <Term name={t('detail.ema')} hint={t('detail.emaHint')}>
        {ema ? <ExactDecimal digits="row" value={ema} /> : <Missing text="–" />}
      </Term>
    </Terms>
  );
}
