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
const LAST_RADIUS = 3.2;
const CURSOR_RADIUS = 4;

/** Draws the confidence band, the EMA, the price, and dots on the last and the marked sample. */
export function drawBand(
  { context, mediaSize }: Canvas,
  bars: Bars,
  options: BandOptions,
  toY: PriceToCoordinateConverter,
): void {
  const cornersOf = (value: (data: BandData) => number | null): Corner[] =>
    bars.flatMap(({ x, originalData }) => {
      const at = value(originalData);
      const y = at === null ? null : toY(at);
      return y === null ? [] : [[x, y]];
    });
  const upper = cornersOf(({ high }) => high);
  const lower = cornersOf(({ low }) => low);
  const prices = cornersOf(({ price }) => price);

  context.save();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.fillStyle = options.bandColor;
  trace(context, [...upper, ...lower.toReversed()]);
  context.fill();
  stroke(
    context,
    cornersOf(({ ema }) => ema),
    options.emaColor,
    EMA_WIDTH,
    EMA_DASH,
  );
  stroke(context, prices, options.lineColor, LINE_WIDTH, []);
  dot(context, prices.at(-1), LAST_RADIUS, options);
  const marked = bars.find(({ time }) => time === options.cursor);
  const y = marked ? toY(marked.originalData.price) : null;
  if (marked && y !== null) {
    const { x } = marked;
    stroke(
      context,
      [
        [x, 0],
        [x, mediaSize.height],
      ],
      options.emaColor,
      1,
      [],
    );
    dot(context, [x, y], CURSOR_RADIUS, options);
  }
  context.restore();
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
