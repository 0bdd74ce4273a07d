import {
  ColorType,
  createChart,
  LineStyle,
  TickMarkType,
  type IChartApi,
  type MouseEventParams,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { BandView } from './band-series.ts';
import type { BandData, BandOptions } from './draw-band.ts';
import type { ChartColors } from './chart-colors.ts';
import type { ChartGrid } from './chart-grid.ts';
import { axisText, pickedLevel, type ChartScale } from './chart-scale.ts';
import { axisTime, labelLength, zoneOffsetSeconds } from './axis-time.ts';

/** A drawn chart. Importing this module loads the charting library. */
export interface DrawnChart {
  show: (grid: ChartGrid, scale: ChartScale) => void;
  /** Marks a slot, or none. Set `withCrosshair` unless the pointer already shows the crosshair. */
  mark: (index: number | null, withCrosshair: boolean) => void;
  recolor: (colors: ChartColors) => void;
  remove: () => void;
}

interface ChartEvents {
  /** The pointer is over this slot; `null`: the pointer left. */
  onPoint: (index: number | null) => void;
  /** The user clicked a level: its decimal, and the position in the container, in pixels. */
  onPick: (level: string, at: { x: number; y: number }) => void;
}

export function drawChart(
  container: HTMLElement,
  colors: ChartColors,
  { onPoint, onPick }: ChartEvents,
): DrawnChart {
  const chart = createChart(container, { autoSize: true, ...FIXED_OPTIONS });
  const series = addBandSeries(chart);
  let shown: Shown | undefined;

  series.applyOptions({
    priceFormat: {
      type: 'custom',
      // Prices of any size are scaled to numbers around 1.
      minMove: 1e-12,
      formatter: (value: number) => (shown ? axisText(value, shown.scale) : ''),
    },
  });
  chart.applyOptions({
    timeScale: {
      tickMarkFormatter: (time: Time, kind: TickMarkType) =>
        shown && isCut(slotAt(time, shown), shown)
          ? ''
          : axisTime(Number(time) - (shown?.offset ?? 0), kind),
    },
  });
  chart.subscribeCrosshairMove(({ time, point, sourceEvent }) => {
    if (!point) onPoint(null);
    // Without a source event, `mark` set the crosshair or new data moved below it: ignore.
    else if (sourceEvent && time !== undefined) onPoint(shown ? slotAt(time, shown) : null);
  });
  chart.subscribeClick(({ point }: MouseEventParams) => {
    const value = point && series.coordinateToPrice(point.y);
    const level = shown && value !== null && value !== undefined && pickedLevel(value, shown.scale);
    if (level && point) onPick(level, { x: point.x, y: point.y });
  });
  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent());
  recolor(chart, series, colors);

  return {
    show(grid, scale) {
      const now = { grid, scale, offset: zoneOffsetSeconds(grid) };
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
    recolor: (next) => recolor(chart, series, next),
    remove: () => chart.remove(),
  };
}

interface Shown {
  grid: ChartGrid;
  scale: ChartScale;
  /** Of the time zone, in seconds: the library labels its axis in UTC. */
  offset: number;
}

function slotAt(time: Time, { grid, offset }: Shown): number {
  return Math.round((Number(time) - offset - grid.fromSeconds) / grid.stepSeconds);
}

// The chart's left edge would cut the centered label of a time so early.
const CUT_SHARE = 0.08;

function isCut(slot: number, { grid }: Shown): boolean {
  return slot < grid.slots.length * CUT_SHARE;
}

function timeOf(index: number, { grid, offset }: Shown): UTCTimestamp {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's branded number
  return (grid.fromSeconds + index * grid.stepSeconds + offset) as UTCTimestamp;
}

function addBandSeries(chart: IChartApi) {
  return chart.addCustomSeries<BandData, BandOptions>(new BandView(), {
    lastValueVisible: false,
    priceLineVisible: false,
  });
}

function recolor(
  chart: IChartApi,
  series: ReturnType<typeof addBandSeries>,
  next: ChartColors,
): void {
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: next.ground },
      textColor: next.text,
    },
    grid: { horzLines: { color: next.grid } },
    crosshair: {
      horzLine: { color: next.ema, labelBackgroundColor: next.label },
    },
  });
  series.applyOptions({
    lineColor: next.line,
    bandColor: next.band,
    emaColor: next.ema,
    groundColor: next.ground,
  });
}

const FIXED_OPTIONS = {
  layout: {
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
    fontSize: 11,
    // The page has its own attribution link, which does not send the page's URL as the referrer.
    attributionLogo: false,
  },
  grid: { vertLines: { visible: false } },
  rightPriceScale: {
    borderVisible: false,
    scaleMargins: { top: 0.08, bottom: 0.06 },
    // A label that is cut off would read as another number.
    entireTextOnly: true,
  },
  timeScale: {
    borderVisible: false,
    fixLeftEdge: true,
    // Space for the dot on the last point.
    rightOffsetPixels: 8,
    minBarSpacing: 0.01,
    timeVisible: true,
  },
  crosshair: {
    // Drawn by the band series, exactly at the marked sample.
    vertLine: { visible: false, labelVisible: false },
    horzLine: { style: LineStyle.Dotted },
  },
  // No scrolling or zooming: the chart always shows the whole period.
  handleScroll: false,
  handleScale: false,
} as const;
