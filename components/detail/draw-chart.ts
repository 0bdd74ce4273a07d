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
import { chartColors, FIXED_OPTIONS, panning, seriesColors } from './chart-options.ts';
import { pickedLevel, type ChartScale } from './chart-scale.ts';
import { labelLength, zoneOffsetSeconds } from './axis-time.ts';

/** A drawn chart. Importing this module loads the charting library. */
export interface DrawnChart {
  /** @param levels to include in the range if they are near the prices, in units of the scale */
  show: (grid: ChartGrid, scale: ChartScale, levels: readonly number[]) => void;
  /** Marks a slot, or none. Set `withCrosshair` unless the pointer already shows the crosshair. */
  mark: (index: number | null, withCrosshair: boolean) => void;
  /** Shows so many times as much of a chart of candles, up to its end; 0: its period. */
  zoom: (factor: number) => void;
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
/** The fewest slots that are shown. */
const MIN_SHOWN = 10;

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
      // What the user panned to stays, unless another chart is shown.
      const isOther = shown === undefined || !isSameChart(shown.grid, grid);
      const moved = isOther || !grid.hasCandles ? null : chart.timeScale().getVisibleLogicalRange();
      shown = now;
      chart.applyOptions({ timeScale: { tickMarkMaxCharacterLength: labelLength(grid) } });
      series.applyOptions({ longestGap: grid.slots.length * GAP_SHARE });
      chart.applyOptions(panning(grid.hasCandles));
      series.setData(scale.points.map((point, index) => ({ time: timeOf(index, now), ...point })));
      if (moved) chart.timeScale().setVisibleLogicalRange(moved);
      else showPeriod(chart, grid);
    },
    zoom(factor) {
      const range = chart.timeScale().getVisibleLogicalRange();
      if (!shown || !range) return;
      if (factor === 0) showPeriod(chart, shown.grid);
      else {
        const to = Math.min(range.to, shown.grid.slots.length - 1);
        const length = Math.max(MIN_SHOWN, (to - range.from) * factor);
        chart.timeScale().setVisibleLogicalRange({ from: Math.max(0, to - length), to });
      }
    },
    mark(index, withCrosshair) {
      series.applyOptions({ cursor: index ?? -1 });
      const point = index === null ? undefined : shown?.scale.points[index];
      if (!shown || index === null || !point) chart.clearCrosshairPosition();
      else if (withCrosshair) {
        reveal(chart, index);
        chart.setCrosshairPosition(point.price, timeOf(index, shown), series);
      }
    },
    recolor,
    remove: () => chart.remove(),
  };
}

/** Shows the whole period; of a chart of candles, earlier ones are left of it. */
function showPeriod(chart: IChartApi, { firstShown, slots }: ChartGrid): void {
  if (firstShown === 0) chart.timeScale().fitContent();
  else chart.timeScale().setVisibleLogicalRange({ from: firstShown, to: slots.length });
}

/** Pans to a slot that is out of view. */
function reveal(chart: IChartApi, index: number): void {
  const range = chart.timeScale().getVisibleLogicalRange();
  if (!range || (index >= range.from && index <= range.to)) return;
  const by = index < range.from ? index - range.from : index - range.to;
  chart.timeScale().setVisibleLogicalRange({ from: range.from + by, to: range.to + by });
}

/** Whether a grid only goes on from another one. */
function isSameChart(one: ChartGrid, other: ChartGrid): boolean {
  return (
    one.hasCandles === other.hasCandles &&
    one.stepSeconds === other.stepSeconds &&
    one.fromSeconds === other.fromSeconds &&
    Math.abs(one.firstShown - other.firstShown) <= 1
  );
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
    const shown = read();
    if (shown) showPeriod(chart, shown.grid);
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
