import { magnitude } from '@/lib/prices/arithmetic.ts';
import { toDecimal, toDecimalString, toNumber, type Decimal } from '@/lib/prices/decimal.ts';
import { formatPrice } from '@/lib/prices/format-price.ts';
import type { ChartGrid } from './chart-grid.ts';

/** A sample in numbers for drawing: in units of 10^`power` of its chart. */
export interface ChartPoint {
  readonly price: number;
  readonly low: number;
  readonly high: number;
  readonly ema: number | null;
}

/** What is drawn. Prices of any size are drawn as figures around one. */
export interface ChartScale {
  readonly power: number;
  /** The power of ten (of the drawn figures) that is still told apart on the axis. */
  readonly place: number;
  /** A point for each slot of the grid; `null` where there is nothing to draw. */
  readonly points: readonly (ChartPoint | null)[];
}

const AXIS_DIGITS = 2;
/** A level is told no finer than this part of the chart's height. */
const PICK_DIGITS = 2;

export function toChartScale(grid: ChartGrid): ChartScale {
  const last = grid.slots.findLast((slot) => slot !== null);
  const price = last && toDecimal(last.price, last.expo);
  const power = price ? magnitude(price) : 0;
  const points = grid.slots.map((slot) => slot && toPoint(slot, power));
  return { power, points, place: smallestPlace(points) };
}

/** A height on the chart in words for the axis: `63,800`. */
export function axisText(value: number, scale: ChartScale): string {
  const level = toLevel(value, scale, scale.place - AXIS_DIGITS);
  if (!level) return '';
  const at = magnitude(level);
  return formatPrice(level, { digits: at >= 9 || at < -4 ? 'row' : 'all' }).text;
}

/** The exact decimal of a height on the chart, told as finely as a pixel allows: `63790`. */
export function pickedLevel(value: number, scale: ChartScale): string | null {
  const level = toLevel(value, scale, scale.place - PICK_DIGITS);
  return level && toDecimalString(level);
}

function toPoint(slot: NonNullable<ChartGrid['slots'][number]>, power: number): ChartPoint | null {
  const price = scaled(slot.price, slot.expo, power);
  const conf = scaled(slot.conf, slot.expo, power);
  if (price === null || conf === null) return null;
  const ema = scaled(slot.emaPrice, slot.emaExpo, power);
  return { price, low: price - conf, high: price + conf, ema };
}

function scaled(digits: string, expo: number, power: number): number | null {
  const exact = toDecimal(digits, expo);
  if (!exact) return null;
  const number = toNumber({ mantissa: exact.mantissa, expo: exact.expo - power });
  // Beyond this the library draws nothing sensible; it would be a glitch of a thousandfold anyway.
  return Math.abs(number) < 1e9 ? number : null;
}

function smallestPlace(points: ChartScale['points']): number {
  const drawn = points.filter((point) => point !== null);
  const high = Math.max(...drawn.map((point) => point.high));
  const low = Math.min(...drawn.map((point) => point.low));
  const span = high - low;
  return Number.isFinite(span) && span > 0 ? Math.max(-12, Math.floor(Math.log10(span))) : -2;
}

function toLevel(value: number, { power }: ChartScale, place: number): Decimal | null {
  const steps = Math.round(value / 10 ** place);
  if (!Number.isSafeInteger(steps)) return null;
  return { mantissa: BigInt(steps), expo: place + power };
}
