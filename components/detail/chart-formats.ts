import type { IChartApi, ISeriesApi, TickMarkType, Time } from 'lightweight-charts';
import { axisTime } from './axis-time.ts';
import type { ChartGrid } from './chart-grid.ts';
import { AXIS_FONT } from './chart-options.ts';
import { axisText, rangeOf, type ChartScale, type ValueRange } from './chart-scale.ts';

/** What a chart shows. */
export interface Shown {
  grid: ChartGrid;
  scale: ChartScale;
  levels: readonly number[];
  /** Of the time zone, in seconds: the library labels its axis in UTC. */
  offset: number;
}

/** Sets the labels and the range of a chart, by what it shows at that time. */
export function setFormats(
  chart: IChartApi,
  series: Pick<ISeriesApi<'Custom'>, 'applyOptions'>,
  read: () => Shown | undefined,
): void {
  series.applyOptions({
    priceFormat: {
      type: 'custom',
      // Prices of any size are scaled to numbers around 1.
      minMove: 1e-12,
      formatter: (value: number) => {
        const shown = read();
        return shown ? axisText(value, shown.scale) : '';
      },
    },
    autoscaleInfoProvider: () => {
      const shown = read();
      if (!shown) return null;
      const { low, high } = shownRange(visiblePart(chart, shown), shown.levels);
      return { priceRange: { minValue: low, maxValue: high } };
    },
  });
  const measure = textMeasure();
  chart.applyOptions({
    timeScale: {
      tickMarkFormatter: (time: Time, kind: TickMarkType) => {
        const shown = read();
        if (!shown) return '';
        const label = axisTime(Number(time) - shown.offset, kind, shown.grid);
        const x = chart.timeScale().timeToCoordinate(time);
        return isCut(x ?? 0, measure(label), chart.paneSize().width) ? '' : label;
      },
    },
  });
}

/** Whether the edge of the chart would cut a centered label. Moved, it would mark another time. */
function isCut(x: number, labelWidth: number, width: number): boolean {
  return x < labelWidth / 2 || x > width - labelWidth / 2;
}

function textMeasure(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = AXIS_FONT;
  return (text) => context?.measureText(text).width ?? 0;
}

/** The scale with the range of the slots that can be seen: some may be panned out of view. */
function visiblePart(chart: IChartApi, { grid, scale }: Shown): Pick<ChartScale, 'range'> {
  const visible = grid.hasCandles ? chart.timeScale().getVisibleLogicalRange() : null;
  if (!visible) return scale;
  const points = scale.points.slice(
    Math.max(0, Math.floor(visible.from)),
    Math.ceil(visible.to) + 1,
  );
  return { range: rangeOf(points, scale.shortest) };
}

// Levels may make the range longer only as long as the prices fill this share of it.
const PRICE_SHARE = 0.6;

/** The range that the chart shows: of its prices, and of levels near them. */
export function shownRange(
  { range }: Pick<ChartScale, 'range'>,
  levels: readonly number[],
): ValueRange {
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
