import type {
  CustomBarItemData,
  CustomData,
  CustomSeriesOptions,
  PriceToCoordinateConverter,
  Time,
} from 'lightweight-charts';
import type { ChartPoint } from './chart-scale.ts';

/** One slot of the chart. */
export interface BandData extends CustomData, ChartPoint {}

export interface BandOptions extends CustomSeriesOptions {
  lineColor: string;
  bandColor: string;
  emaColor: string;
  /** Outline of the dots, which separates them from the line. */
  groundColor: string;
  /** Index of the marked slot; −1: none. */
  cursor: number;
  /** From one price to the next, in slots. A longer gap is only a dotted line. */
  longestGap: number;
  /** Of candles that close above, or below, where they opened. */
  upColor: string;
  downColor: string;
}

type Bars = readonly CustomBarItemData<Time, BandData>[];
interface Canvas {
  context: CanvasRenderingContext2D;
  mediaSize: { height: number };
}
type Corner = readonly [x: number, y: number];

const LINE_WIDTH = 1.7;
const EMA_WIDTH = 1.2;
const EMA_DASH = [3, 3];
const MAX_BODY_WIDTH = 9;
/** Of the distance from one candle to the next. */
const BODY_SHARE = 0.7;
const GAP_WIDTH = 1;
const GAP_DASH = [1, 3];
const LAST_RADIUS = 3.2;
const CURSOR_RADIUS = 4;

/** Draws the confidence band, the EMA, the price, and dots on the last and the marked sample. */
export function drawBand(
  { context, mediaSize }: Canvas,
  bars: Bars,
  options: BandOptions,
  toY: PriceToCoordinateConverter,
): void {
  const cornersOf = (some: Bars, value: (data: BandData) => number | null): Corner[] =>
    some.flatMap(({ x, originalData }) => {
      const at = value(originalData);
      const y = at === null ? null : toY(at);
      return y === null ? [] : [[x, y]];
    });
  const prices = (some: Bars): Corner[] => cornersOf(some, ({ price }) => price);
  const runs = runsOf(bars, options.longestGap);

  context.save();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const [index, run] of runs.entries()) {
    const upper = cornersOf(run, ({ high }) => high);
    const lower = cornersOf(run, ({ low }) => low);
    const ema = cornersOf(run, (data) => data.ema);
    const before = runs[index - 1];
    if (!run.some(isCandle)) fill(context, [...upper, ...lower.toReversed()], options.bandColor);
    stroke(context, ema, options.emaColor, EMA_WIDTH, EMA_DASH);
    stroke(context, prices(lineOf(run)), options.lineColor, LINE_WIDTH, []);
    if (before) {
      const gap = prices([...before.slice(-1), ...run.slice(0, 1)]);
      stroke(context, gap, options.lineColor, GAP_WIDTH, GAP_DASH);
    }
  }
  drawCandles(context, bars.filter(isCandle), options, toY);
  dot(context, prices(bars).at(-1), LAST_RADIUS, options);
  const marked = bars.filter(({ time }) => time === options.cursor);
  for (const [x, y] of prices(marked)) {
    const line: Corner[] = [
      [x, 0],
      [x, mediaSize.height],
    ];
    stroke(context, line, options.emaColor, 1, []);
    dot(context, [x, y], CURSOR_RADIUS, options);
  }
  context.restore();
}

function isCandle({ originalData }: Bars[number]): boolean {
  return originalData.open !== undefined;
}

/** What is a line: candles are none. */
function lineOf(run: Bars): Bars {
  return run.some(isCandle) ? [] : run;
}

function drawCandles(
  context: CanvasRenderingContext2D,
  bars: Bars,
  { upColor, downColor }: BandOptions,
  toY: PriceToCoordinateConverter,
): void {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return;
  const spacing = (last.x - first.x) / Math.max(1, last.time - first.time);
  const width = Math.max(1, Math.min(MAX_BODY_WIDTH, Math.round(spacing * BODY_SHARE)));
  for (const { x, originalData } of bars) {
    const { open = 0, price, low, high } = originalData;
    const [openY, closeY, lowY, highY] = [toY(open), toY(price), toY(low), toY(high)];
    if (openY === null || closeY === null || lowY === null || highY === null) continue;
    context.fillStyle = price >= open ? upColor : downColor;
    context.fillRect(x - 0.5, highY, 1, lowY - highY);
    const top = Math.min(openY, closeY);
    context.fillRect(x - width / 2, top, width, Math.max(1, Math.abs(closeY - openY)));
  }
}

/** Splits bars at gaps that are longer than this, in slots. */
export function runsOf<Bar extends { time: number }>(
  bars: readonly Bar[],
  longestGap: number,
): Bar[][] {
  const runs: Bar[][] = [];
  for (const bar of bars) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && bar.time - last.time <= longestGap) run.push(bar);
    else runs.push([bar]);
  }
  return runs;
}

function fill(context: CanvasRenderingContext2D, corners: readonly Corner[], color: string): void {
  context.fillStyle = color;
  trace(context, corners);
  context.fill();
}

function stroke(
  context: CanvasRenderingContext2D,
  corners: readonly Corner[],
  color: string,
  width: number,
  dash: number[],
): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash);
  trace(context, corners);
  context.stroke();
}

function trace(context: CanvasRenderingContext2D, corners: readonly Corner[]): void {
  context.beginPath();
  for (const [x, y] of corners) context.lineTo(x, y);
}

function dot(
  context: CanvasRenderingContext2D,
  at: Corner | undefined,
  radius: number,
  { lineColor, groundColor }: BandOptions,
): void {
  if (!at) return;
  context.beginPath();
  context.arc(...at, radius, 0, 2 * Math.PI);
  context.fillStyle = lineColor;
  context.fill();
  context.strokeStyle = groundColor;
  context.lineWidth = 1;
  context.setLineDash([]);
  context.stroke();
}
