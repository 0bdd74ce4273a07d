import { t } from '@/lib/base/locale/t.ts';
import { ratio, subtractDecimals } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimalString, toNumber, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { SlotCandle } from './chart-grid.ts';
import type { ShownPeriod } from './use-period.ts';
import styles from './price-gauge.module.css';

interface PriceGaugeProps {
  shown: ShownPeriod;
  /** The latest price, or the one that the chart marks; `null`: none that counts. */
  price: Decimal | null;
  /** The candle that the chart marks, if candles are drawn. */
  candle: SlotCandle | null;
}

/** The low and the high of a period, and where between them the price is. */
export function PriceGauge({ shown: { range, candles }, price, candle }: PriceGaugeProps) {
  if (candle) return <p className={styles.gauge}>{candleWords(candle)}</p>;
  if (!range) return null;
  const hint = candles ? t('chart.fromCandles') : undefined;
  const { low, high } = range;
  return (
    <dl className={styles.gauge} title={hint}>
      <dt>{t('chart.low')}</dt>
      <dd>
        <Rounded price={low} />
      </dd>
      <dd className={styles.bar} aria-hidden="true" dir="ltr">
        {price && <i style={{ translate: `${shareOf(price, low, high)}%` }} />}
      </dd>
      <dt>{t('chart.high')}</dt>
      <dd>
        <Rounded price={high} />
      </dd>
    </dl>
  );
}

/** A price as a row shows it; exact on hover. */
export function Rounded({ price }: { price: Decimal }) {
  const exact = toDecimalString(price);
  return (
    <data value={exact} title={exact} dir="ltr">
      {rowText(price)}
    </data>
  );
}

/** Where a price is between two others, in percent from the lower one: from 0 to 100. */
function shareOf(price: Decimal, low: Decimal, high: Decimal): number {
  const share = ratio(subtractDecimals(price, low), subtractDecimals(high, low), 4);
  return share ? Math.min(100, Math.max(0, 100 * toNumber(share))) : 50;
}

function candleWords({ open, high, low }: SlotCandle): string {
  return t('chart.candleFigures', {
    open: rowText(open),
    high: rowText(high),
    low: rowText(low),
  });
}

function rowText(price: Decimal): string {
  return formatPrice(price, { digits: 'row' }).text;
}
