import type { ChartScale, ValueRange } from './chart-scale.ts';

// Levels may make the range longer only as long as the prices fill this share of it.
const PRICE_SHARE = 0.6;

/** The range that the chart shows: of its prices, and of levels near them. */
export function shownRange({ range }: ChartScale, levels: readonly number[]): ValueRange {
  const distance = (level: number): number => Math.max(range.low - level, level - range.high);
  const longest = (range.high - range.low) / PRICE_SHARE;
  let shown = range;
  for (const level of levels.toSorted((a, b) => distance(a) - distance(b))) {
    const longer = { low: Math.min(shown.low, level), high: Math.max(shown.high, level) };
    if (longer.high - longer.low > longest) break;
    shown = longer;
  }
  return shown;
}
