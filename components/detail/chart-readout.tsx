import type { ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import type { ChartGrid, Slot, SlotCandle } from './chart-grid.ts';
import { sampleText, startText } from './sample-text.ts';
import styles from './chart-readout.module.css';

/** The marked sample's values with all digits; the chart announces them to screen readers. */
export function ChartReadout({ sample, grid }: { sample: Slot | null; grid: ChartGrid }) {
  if (!sample) return null;
  const { time, price, confidence, ema, level } = sampleText(sample, grid);
  return (
    <p className={styles.readout} data-part="readout" data-time={sample.time}>
      <span>{time}</span>
      <data value={level} dir="ltr">
        {price}
      </data>
      {confidence !== null && <span dir="ltr">±{confidence}</span>}
      {ema !== null && <span>{t('chart.ema', { price: ema })}</span>}
      {sample.candle && <CandleFigures {...sample.candle} />}
    </p>
  );
}

function CandleFigures({ open, high, low }: SlotCandle) {
  const figures = { open: text(open), high: text(high), low: text(low) };
  return <span>{t('chart.candleFigures', figures)}</span>;
}

interface LegendProps {
  grid: ChartGrid;
  /** In place of the number of prices. */
  children: ReactNode;
}

/** Legend of the chart's lines, and how many prices they connect. */
export function ChartLegend({ grid, children }: LegendProps) {
  if (grid.hasCandles) return <p className={styles.readout}>{children}</p>;
  const first = grid.slots.find((slot) => slot !== null);
  return (
    <p className={styles.readout} data-part="readout">
      <span className={styles.line}>{t('detail.price')}</span>
      <span className={styles.line} data-line="band">
        {t('chart.confidence')}
      </span>
      <span className={styles.line} data-line="ema" title={t('detail.emaHint')}>
        {t('detail.ema')}
      </span>
      {first && (
        <span>{t('chart.pricesSince', { count: grid.count, time: startText(first, grid) })}</span>
      )}
    </p>
  );
}

/** Attribution and link that the charting library's license requires. */
export function MadeWith() {
  return (
    <a
      className={styles.madeWith}
      href="https://www.tradingview.com/"
      target="_blank"
      rel="noreferrer"
      title="TradingView Lightweight Charts™, Copyright © 2025 TradingView, Inc."
    >
      {t('chart.attribution')}
    </a>
  );
}

function text(price: Decimal): string {
  return formatPrice(price, { digits: 'row' }).text;
}
