import type { Sample } from '@/lib/history/sample.ts';
import type { ChartGrid } from './chart-grid.ts';
import { momentText } from '../shared/period-words.ts';
import { sampleText } from './sample-text.ts';

/** The marked sample's values with all digits; the chart announces them to screen readers. */
export function ChartReadout({ sample }: { sample: Sample | null }) {
  if (!sample) return null;
  const { time, price, confidence, ema, level } = sampleText(sample);
  return (
    <p className="readout" data-time={sample.time}>
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
    <p className="readout legend">
      <span className="key price-key">Price</span>
      <span className="key band-key">± confidence</span>
      <span className="key ema-key">EMA</span>
      <span className="points">
        {grid.count} points{first && ` since ${momentText(first.time)}`}
      </span>
    </p>
  );
}

/** Attribution and link that the charting library's license requires. */
export function MadeWith() {
  return (
    <a
      className="made-with"
      href="https://www.tradingview.com/"
      target="_blank"
      rel="noreferrer"
      title="TradingView Lightweight Charts™, Copyright © 2025 TradingView, Inc."
    >
      Chart by TradingView
    </a>
  );
}
