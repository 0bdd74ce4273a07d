import { magnitude } from '@/lib/prices/arithmetic.ts';
import { toDecimal, toDecimalString, toNumber, type Decimal } from '@/lib/prices/decimal.ts';
import { formatPrice } from '@/lib/prices/format-price.ts';
import type { ChartGrid } from './chart-grid.ts';

/** A sample as numbers for drawing, in units of 10^`power` of its chart. */
export interface ChartPoint {
  readonly price: number;
  readonly low: number;
  readonly high: number;
  readonly ema: number | null;
}

/** The points to draw. Prices of any size are scaled to numbers around 1. */
export interface ChartScale {
  readonly power: number;
  /** Order of magnitude (power of ten, in scaled units) of the chart's price range. */
  readonly place: number;
  /** One point per slot of the grid; `null` if there is nothing to draw. */
  readonly points: readonly (ChartPoint | null)[];
}

const AXIS_DIGITS = 2;
/** Digits of a picked level below the order of magnitude of the chart's price range. */
const PICK_DIGITS = 2;

export function toChartScale(grid: ChartGrid): ChartScale {
  const last = grid.slots.findLast((slot) => slot !== null);
  const price = last && toDecimal(last.price, last.expo);
  const power = price ? magnitude(price) : 0;
  const points = grid.slots.map((slot) => slot && toPoint(slot, power));
  return { power, points, place: smallestPlace(points) };
}

/** Axis label for a vertical position on the chart: `63,800`. */
export function axisText(value: number, scale: ChartScale): string {
  const level = toLevel(value, scale, scale.place - AXIS_DIGITS);
  if (!level) return '';
  const at = magnitude(level);
  return formatPrice(level, { digits: at >= 9 || at < -4 ? 'row' : 'all' }).text;
}

/** Decimal for a vertical position on the chart, as precise as a pixel allows: `63790`. */
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
  // The library cannot draw larger numbers. A jump by a factor of 10^9 would be a glitch anyway.
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
