import { addDecimals, magnitude, roundToExponent } from '@/lib/domain/prices/arithmetic.ts';
import {
  parseDecimal,
  toDecimal,
  toNumber,
  toShortDecimalString,
  type Decimal,
} from '@/lib/domain/prices/decimal.ts';
import { formatPrice, lastRowPlace } from '@/lib/domain/prices/format-price.ts';
import type { ChartGrid, Slot, SlotCandle } from './chart-grid.ts';

/** A slot as numbers for drawing, in units of 10^`power` of its chart. */
export interface ChartPoint {
  readonly price: number;
  readonly low: number;
  readonly high: number;
  /** Set for a candle: then `low` and `high` are the candle's. */
  readonly open?: number;
}

/** A range of values, such as in units of the chart's scale. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/** The points to draw. Prices of any size are scaled to numbers around 1. */
export interface ChartScale {
  readonly power: number;
  /** Order of magnitude (power of ten, in scaled units) of the chart's price range. */
  readonly place: number;
  /** One point per slot of the grid; `null` if there is nothing to draw. */
  readonly points: readonly (ChartPoint | null)[];
  /** The range of the period's prices. It has a length even if all are equal. */
  readonly range: ValueRange;
  /** The least length of a range, in scaled units. */
  readonly shortest: number;
  /** The step of a dragged level, as a power of ten of the price itself. */
  readonly levelPlace: number;
}

const AXIS_DIGITS = 2;
/** Digits of a level below the order of magnitude of the chart's price range. */
const PICK_DIGITS = 2;
/** Significant digits of a dragged level, as of suggested ones. */
const LEVEL_DIGITS = 6;
/** The least length of the chart's price range, as a share of the price. */
const MIN_SHARE = 1e-5;

/** @param asCandles whether candles are drawn as such, not as a line of their closes */
export function toChartScale(grid: ChartGrid, asCandles = false): ChartScale {
  const last = grid.slots.findLast((slot) => slot !== null);
  const price = last && toDecimal(last.price, last.expo);
  const power = price ? magnitude(price) : 0;
  const points = grid.slots.map((slot) => slot && toPoint(slot, power, asCandles));
  const shortest = last ? shortestRange(last, power) : 1;
  const range = rangeOf(points.slice(grid.firstShown), shortest);
  const place = Math.max(-12, Math.floor(Math.log10(range.high - range.low)));
  const levelPlace = price
    ? Math.max(place - PICK_DIGITS + power, magnitude(price) - LEVEL_DIGITS + 1, price.expo)
    : 0;
  return { power, points, range, shortest, place, levelPlace };
}

/** Axis label for a vertical position on the chart: `63,800`. */
export function axisText(value: number, scale: ChartScale): string {
  const level = toLevel(value, scale, scale.place - AXIS_DIGITS);
  return level ? tagText(level) : '';
}

/** Label of a price beside the axis, with one digit more than the axis: `63,812`. */
export function priceTag(price: Decimal, { place, power }: ChartScale): string {
  const last = Math.max(place - AXIS_DIGITS - 1 + power, lastRowPlace(price));
  return tagText(roundToExponent(price, last));
}

function tagText(price: Decimal): string {
  const at = magnitude(price);
  return formatPrice(price, { digits: at >= 9 || at < -4 ? 'row' : 'all' }).text;
}

/** The nearest multiple of a step, as a level: a plain decimal. */
export function levelAt(value: number, step: number, scale: ChartScale): string | null {
  // A step of 2.5 has one digit more than its order of magnitude.
  const place = Math.floor(Math.log10(step) + 1e-9) - 1;
  const level = toLevel(Math.round(value / step) * step, scale, place);
  return level && toShortDecimalString(level);
}

/** A level moved by a number of steps, to a multiple of the step. */
export function movedLevel(level: string, steps: number, { levelPlace }: ChartScale): string {
  const rounded = roundToExponent(parseDecimal(level) ?? ZERO, levelPlace);
  return toShortDecimalString(addDecimals(rounded, { mantissa: BigInt(steps), expo: levelPlace }));
}

/** A level as a number for drawing, in units of the chart; `null` if it cannot be drawn. */
export function levelValue(level: string, { power }: ChartScale): number | null {
  return drawable(parseDecimal(level), power);
}

/** A price as a number for drawing, in units of the chart; `null` if it cannot be drawn. */
export function valueOf(price: Decimal, { power }: ChartScale): number | null {
  return drawable(price, power);
}

// Levels may extend the range only while the prices fill at least this share of it.
const PRICE_SHARE = 0.6;
// While an alert is written, its level is what matters.
const PRICE_SHARE_COMPOSING = 0.25;

/** The range that a chart shows: its prices and the levels near them. */
export function shownRange(
  range: ValueRange,
  levels: readonly number[],
  isComposing = false,
): ValueRange {
  const distance = (level: number): number => Math.max(range.low - level, level - range.high);
  const share = isComposing ? PRICE_SHARE_COMPOSING : PRICE_SHARE;
  const longest = (range.high - range.low) / share;
  let shown = range;
  for (const level of levels.toSorted((a, b) => distance(a) - distance(b))) {
    const longer = { low: Math.min(shown.low, level), high: Math.max(shown.high, level) };
    if (longer.high - longer.low > longest) break;
    shown = longer;
  }
  return shown;
}

const TICK_STEPS = [1, 2, 2.5, 5, 10];

/** The distance of about `count` round values in a range. */
export function gridStep({ low, high }: ValueRange, count: number): number {
  const least = (high - low) / count;
  const unit = 10 ** Math.floor(Math.log10(least));
  return unit * (TICK_STEPS.find((each) => each * unit >= least * (1 - 1e-9)) ?? 10);
}

/** About how many lines the grid of a chart has. */
export function gridLines(height: number): number {
  return height > HIGH_CHART ? 9 : 5;
}

const HIGH_CHART = 400;

/** About `count` round values in a range. */
export function valueTicks({ low, high }: ValueRange, count: number): readonly number[] {
  const step = gridStep({ low, high }, count);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, n) => (first + n) * step);
}

const ZERO: Decimal = { mantissa: 0n, expo: 0 };

function toPoint(slot: Slot, power: number, asCandles: boolean): ChartPoint | null {
  const price = drawable(toDecimal(slot.price, slot.expo), power);
  if (price === null) return null;
  const candle = asCandles && slot.candle ? candlePoint(slot.candle, power) : null;
  if (!candle) return { price, low: price, high: price };
  const [low, high] = [Math.min(candle.low, price), Math.max(candle.high, price)];
  return { price, low, high, open: candle.open };
}

function candlePoint(candle: SlotCandle, power: number) {
  const open = drawable(candle.open, power);
  const low = drawable(candle.low, power);
  const high = drawable(candle.high, power);
  return open === null || low === null || high === null ? null : { open, low, high };
}

function drawable(exact: Decimal | null, power: number): number | null {
  if (!exact) return null;
  const number = toNumber({ mantissa: exact.mantissa, expo: exact.expo - power });
  // A jump by a factor of 10^9 would be a glitch, and hide all other prices.
  return Math.abs(number) < 1e9 ? number : null;
}

/** The range of these points and another value, at least as long as `shortest`. */
export function rangeOf(
  points: ChartScale['points'],
  shortest: number,
  other: number | null = null,
): ValueRange {
  let [low, high] = other === null ? [Infinity, -Infinity] : [other, other];
  for (const point of points) {
    if (!point) continue;
    low = Math.min(low, point.low);
    high = Math.max(high, point.high);
  }
  if (low > high) return { low: 0, high: shortest };
  const missing = Math.max(0, shortest - (high - low));
  return { low: low - missing / 2, high: high + missing / 2 };
}

/** The length of the range of a constant price, in units of 10^`power`. */
function shortestRange({ price, conf, expo }: Slot, power: number): number {
  // A price of zero can have any exponent.
  const unit = Math.min(1, Math.max(1e-9, 10 ** (expo - power)));
  return Math.max(
    4 * (drawable(toDecimal(conf ?? '0', expo), power) ?? 0),
    4 * unit,
    Math.abs(drawable(toDecimal(price, expo), power) ?? 0) * MIN_SHARE,
  );
}

function toLevel(value: number, { power }: ChartScale, place: number): Decimal | null {
  // The position has a pixel's precision, which a double exceeds by far.
  const steps = Math.round(value / 10 ** place);
  if (!Number.isSafeInteger(steps)) return null;
  return { mantissa: BigInt(steps), expo: place + power };
}
