import {
  createChart,
  type IChartApi,
  type MouseEventParams,
  type UTCTimestamp,
} from 'lightweight-charts';
import { isDeepEqual } from '@/lib/base/deep-equal.ts';
import { BandView } from './band-series.ts';
import type { BandData, BandOptions } from './draw-band.ts';
import type { ChartColors } from './chart-colors.ts';
import type { ChartGrid } from './chart-grid.ts';
import type { ChartLayout } from './chart-layout.ts';
import { setFormats, type Shown } from './chart-formats.ts';
import { chartColors, FIXED_OPTIONS, seriesColors } from './chart-options.ts';
import { pickedLevel, type ChartScale } from './chart-scale.ts';
import { labelLength, zoneOffsetSeconds } from './axis-time.ts';

/** A drawn chart. Importing this module loads the charting library. */
export interface DrawnChart {
  /** @param levels to include in the range if they are near the prices, in units of the scale */
  show: (grid: ChartGrid, scale: ChartScale, levels: readonly number[]) => void;
  /** Marks a slot, or none. Set `withCrosshair` unless the pointer already shows the crosshair. */
  mark: (index: number | null, withCrosshair: boolean) => void;
  recolor: (colors: ChartColors) => void;
  remove: () => void;
}

interface ChartEvents {
  /** The chart was drawn, and not as before. */
  onLayout: (layout: ChartLayout) => void;
  /** The pointer is over this slot; `null`: the pointer left. */
  onPoint: (index: number | null) => void;
  /** The user clicked a level: its decimal, and the position in the container, in pixels. */
  onPick: (level: string, at: { x: number; y: number }) => void;
}

// Of the period. Requested prices lie closer, and so do a market's sessions but for weekends.
const GAP_SHARE = 1 / 8;

export function drawChart(
  container: HTMLElement,
  colors: ChartColors,
  events: ChartEvents,
): DrawnChart {
  let shown: Shown | undefined;
  const chart = createChart(container, { autoSize: true, ...FIXED_OPTIONS });
  const report = changesOf(events.onLayout);
  const series = addBandSeries(chart, () => {
    if (shown) report(layoutOf(chart, series, shown));
  });
  const recolor = (next: ChartColors): void => {
    chart.applyOptions(chartColors(next));
    series.applyOptions(seriesColors(next));
  };
  setFormats(chart, series, () => shown);
  listen(chart, series, () => shown, events);
  recolor(colors);

  return {
    show(grid, scale, levels) {
      const now = { grid, scale, levels, offset: zoneOffsetSeconds(grid) };
      shown = now;
      chart.applyOptions({ timeScale: { tickMarkMaxCharacterLength: labelLength(grid) } });
      series.applyOptions({ longestGap: grid.slots.length * GAP_SHARE });
      series.setData(scale.points.map((point, index) => ({ time: timeOf(index, now), ...point })));
      chart.timeScale().fitContent();
    },
    mark(index, withCrosshair) {
      series.applyOptions({ cursor: index ?? -1 });
      const point = index === null ? undefined : shown?.scale.points[index];
      if (!shown || index === null || !point) chart.clearCrosshairPosition();
      else if (withCrosshair) chart.setCrosshairPosition(point.price, timeOf(index, shown), series);
    },
    recolor,
    remove: () => chart.remove(),
  };
}

function addBandSeries(chart: IChartApi, onDrawn: () => void) {
  return chart.addCustomSeries<BandData, BandOptions>(new BandView(onDrawn), {
    lastValueVisible: false,
    priceLineVisible: false,
  });
}

type BandSeries = ReturnType<typeof addBandSeries>;

function listen(
  chart: IChartApi,
  series: BandSeries,
  read: () => Shown | undefined,
  { onPoint, onPick }: ChartEvents,
): void {
  chart.subscribeCrosshairMove(({ time, logical, point, sourceEvent }) => {
    if (!point) onPoint(null);
    // Without a source event, `mark` set the crosshair or new data moved below it: ignore.
    else if (sourceEvent && time !== undefined) onPoint(logical ?? null);
  });
  chart.subscribeClick(({ point }: MouseEventParams) => {
    const shown = read();
    const value = point && series.coordinateToPrice(point.y);
    const level = shown && value !== null && value !== undefined && pickedLevel(value, shown.scale);
    if (level && point) onPick(level, { x: point.x, y: point.y });
  });
  chart.timeScale().subscribeSizeChange(() => {
    chart.timeScale().fitContent();
    // Makes the library format the labels again, of which others may be cut now.
    chart.timeScale().applyOptions({});
  });
}

/** Calls back with each value that differs from the one before, except `null`. */
function changesOf<T>(onChange: (value: T) => void): (value: T | null) => void {
  let before: T | null = null;
  return (value) => {
    if (value === null || isDeepEqual(before, value)) return;
    before = value;
    onChange(value);
  };
}

function timeOf(index: number, { grid, offset }: Shown): UTCTimestamp {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's branded number
  return (grid.fromSeconds + index * grid.stepSeconds + offset) as UTCTimestamp;
}

/** The layout that a chart was drawn with; `null` while it has no size or shows nothing. */
function layoutOf(chart: IChartApi, series: BandSeries, shown: Shown): ChartLayout | null {
  const last = shown.grid.slots.length - 1;
  const { width, height } = chart.paneSize();
  const [top, bottom] = [series.coordinateToPrice(0), series.coordinateToPrice(height)];
  const xOf = (slot: number) => chart.timeScale().timeToCoordinate(timeOf(slot, shown));
  const [firstX, lastX] = [xOf(0), xOf(last)];
  if (top === null || bottom === null || firstX === null || lastX === null) return null;
  if (height === 0 || top === bottom || last < 1) return null;
  return { width, height, top, bottom, firstX, slotWidth: (lastX - firstX) / last };
}
