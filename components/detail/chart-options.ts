import { ColorType, LineStyle } from 'lightweight-charts';
import type { ChartColors } from './chart-colors.ts';

const FONT_SIZE = 11;
const FONT_FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

/** The font of the axes' labels, as CSS. */
export const AXIS_FONT = `${FONT_SIZE}px ${FONT_FAMILY}`;

/** The charting library's options that never change. */
export const FIXED_OPTIONS = {
  layout: {
    fontFamily: FONT_FAMILY,
    fontSize: FONT_SIZE,
    // The page has its own attribution link, which does not send the page's URL as the referrer.
    attributionLogo: false,
  },
  grid: { vertLines: { visible: false } },
  rightPriceScale: {
    borderVisible: false,
    scaleMargins: { top: 0.08, bottom: 0.06 },
    // A label that is cut off would read as another number.
    entireTextOnly: true,
    // With the library's own density, a low chart can have only two labels.
    tickMarkDensity: 1.8,
  },
  timeScale: {
    borderVisible: false,
    fixLeftEdge: true,
    // Space for the dot on the last point.
    rightOffsetPixels: 8,
    minBarSpacing: 0.01,
    timeVisible: true,
    // The library measures them as if they were not bold, so one at the edge would be cut.
    allowBoldLabels: false,
  },
  crosshair: {
    // Drawn by the band series, exactly at the marked sample.
    vertLine: { visible: false, labelVisible: false },
    horzLine: { style: LineStyle.Dotted },
  },
} as const;

/** Candles can be panned and zoomed; a chart of single prices always shows the whole period. */
export function panning(hasCandles: boolean) {
  return {
    handleScroll: hasCandles && {
      mouseWheel: true,
      pressedMouseMove: true,
      horzTouchDrag: true,
      vertTouchDrag: false,
    },
    handleScale: hasCandles && {
      mouseWheel: true,
      pinch: true,
      axisPressedMouseMove: false,
      axisDoubleClickReset: false,
    },
  };
}

/** The page's colors as options of the chart. */
export function chartColors({ ground, text, grid, ema }: ChartColors) {
  return {
    layout: { background: { type: ColorType.Solid, color: ground }, textColor: text },
    grid: { horzLines: { color: grid } },
    crosshair: { horzLine: { color: ema, labelBackgroundColor: text } },
  };
}

/** The page's colors as options of the band series. */
export function seriesColors({ line, band, ema, ground, up, down }: ChartColors) {
  return {
    lineColor: line,
    bandColor: band,
    emaColor: ema,
    groundColor: ground,
    upColor: up,
    downColor: down,
  };
}
