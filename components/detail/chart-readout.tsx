import type { Sample } from '@/lib/history/sample.ts';
import type { ChartGrid } from './chart-grid.ts';
import { momentText } from '../shared/period-words.ts';
import { sampleText } from './sample-text.ts';
import styles from './chart-readout.module.css';

/** The marked sample's values with all digits; the chart announces them to screen readers. */
export function ChartReadout({ sample }: { sample: Sample | null }) {
  if (!sample) return null;
  const { time, price, confidence, ema, level } = sampleText(sample);
  return (
    <p className={styles.readout} data-part="readout" data-time={sample.time}>
      <span>{time}</span>
      <data value={level}>{price}</data>
      <span>±{confidence}</span>
      <span>EMA {ema}</span>
    </p>
  );
}

/** Legend of the chart's lines, and how many points they have. */
export function ChartLegend({ grid }: { grid: ChartGrid }) {
  const first = grid.slots.find((slot) => slot !== null);
  return (
    <p className={styles.readout} data-part="readout">
      <span className={styles.line}>Price</span>
      <span className={styles.line} data-line="band">
        ± confidence
      </span>
      <span className={styles.line} data-line="ema">
        EMA
      </span>
      <span>
        {grid.count} points{first && ` since ${momentText(first.time)}`}
      </span>
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
      Chart by TradingView
    </a>
  );
}
