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
    fill(context, [...upper, ...lower.toReversed()], options.bandColor);
    stroke(context, ema, options.emaColor, EMA_WIDTH, EMA_DASH);
    stroke(context, prices(run), options.lineColor, LINE_WIDTH, []);
    if (before) {
      const gap = prices([...before.slice(-1), ...run.slice(0, 1)]);
      stroke(context, gap, options.lineColor, GAP_WIDTH, GAP_DASH);
    }
  }
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
