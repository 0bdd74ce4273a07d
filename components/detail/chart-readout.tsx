import type { Sample } from '@/lib/domain/history/sample.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { ChartGrid } from './chart-grid.ts';
import { sampleText, startText } from './sample-text.ts';
import styles from './chart-readout.module.css';

/** The marked sample's values with all digits; the chart announces them to screen readers. */
export function ChartReadout({ sample, grid }: { sample: Sample | null; grid: ChartGrid }) {
  if (!sample) return null;
  const { time, price, confidence, ema, level } = sampleText(sample, grid);
  return (
    <p className={styles.readout} data-part="readout" data-time={sample.time}>
      <span>{time}</span>
      <data value={level} dir="ltr">
        {price}
      </data>
      <span dir="ltr">±{confidence}</span>
      <span>{t('chart.ema', { price: ema })}</span>
    </p>
  );
}

/** Legend of the chart's lines, and how many prices they connect. */
export function ChartLegend({ grid }: { grid: ChartGrid }) {
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
