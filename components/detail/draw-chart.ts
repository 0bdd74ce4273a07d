import {
  createChart,
  type IChartApi,
  type Logical,
  type MouseEventParams,
  type TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { isDeepEqual } from '@/lib/deep-equal.ts';
import { BandView } from './band-series.ts';
import type { BandData, BandOptions } from './draw-band.ts';
import type { ChartColors } from './chart-colors.ts';
import type { ChartGrid } from './chart-grid.ts';
import type { ChartLayout } from './chart-layout.ts';
import { chartColors, FIXED_OPTIONS, seriesColors } from './chart-options.ts';
import { shownRange } from './chart-range.ts';
import { axisText, pickedLevel, type ChartScale } from './chart-scale.ts';
import { axisTime, labelLength, zoneOffsetSeconds } from './axis-time.ts';

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

export function drawChart(
  container: HTMLElement,
  colors: ChartColors,
  events: ChartEvents,
): DrawnChart {
  let shown: Shown | undefined;
  const chart = createChart(container, { autoSize: true, ...FIXED_OPTIONS });
  const report = changesOf(events.onLayout);
  const series = addBandSeries(chart, () => {
    if (shown) report(layoutOf(chart, series, shown.grid.slots.length));
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

interface Shown {
  grid: ChartGrid;
  scale: ChartScale;
  levels: readonly number[];
  /** Of the time zone, in seconds: the library labels its axis in UTC. */
  offset: number;
}

type Series = ReturnType<typeof addBandSeries>;

function addBandSeries(chart: IChartApi, onDrawn: () => void) {
  return chart.addCustomSeries<BandData, BandOptions>(new BandView(onDrawn), {
    lastValueVisible: false,
    priceLineVisible: false,
  });
}

function setFormats(chart: IChartApi, series: Series, read: () => Shown | undefined): void {
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
      const { low, high } = shownRange(shown.scale, shown.levels);
      return { priceRange: { minValue: low, maxValue: high } };
    },
  });
  chart.applyOptions({
    timeScale: {
      tickMarkFormatter: (time: Time, kind: TickMarkType) => {
        const shown = read();
        return shown ? axisTime(Number(time) - shown.offset, kind, shown.grid) : '';
      },
    },
  });
}

function listen(
  chart: IChartApi,
  series: Series,
  read: () => Shown | undefined,
  { onPoint, onPick }: ChartEvents,
): void {
  chart.subscribeCrosshairMove(({ time, point, sourceEvent }) => {
    const shown = read();
    if (!point) onPoint(null);
    // Without a source event, `mark` set the crosshair or new data moved below it: ignore.
    else if (sourceEvent && time !== undefined) onPoint(shown ? slotAt(time, shown) : null);
  });
  chart.subscribeClick(({ point }: MouseEventParams) => {
    const shown = read();
    const value = point && series.coordinateToPrice(point.y);
    const level = shown && value !== null && value !== undefined && pickedLevel(value, shown.scale);
    if (level && point) onPick(level, { x: point.x, y: point.y });
  });
  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent());
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

function slotAt(time: Time, { grid, offset }: Shown): number {
  return Math.round((Number(time) - offset - grid.fromSeconds) / grid.stepSeconds);
}

function timeOf(index: number, { grid, offset }: Shown): UTCTimestamp {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's branded number
  return (grid.fromSeconds + index * grid.stepSeconds + offset) as UTCTimestamp;
}

/** `null` while the chart has no size or shows nothing. */
function layoutOf(chart: IChartApi, series: Series, slotCount: number): ChartLayout | null {
  const { width, height } = chart.paneSize();
  const [top, bottom] = [series.coordinateToPrice(0), series.coordinateToPrice(height)];
  const [firstX, lastX] = [xOfSlot(chart, 0), xOfSlot(chart, slotCount - 1)];
  if (top === null || bottom === null || firstX === null || lastX === null) return null;
  if (height === 0 || top === bottom || slotCount < 2) return null;
  return { width, height, top, bottom, firstX, slotWidth: (lastX - firstX) / (slotCount - 1) };
}

function xOfSlot(chart: IChartApi, slot: number): number | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's branded number
  return chart.timeScale().logicalToCoordinate(slot as Logical);
}
