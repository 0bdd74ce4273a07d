import { hasDates, resolutionSeconds, type Candle } from '@/lib/history-service/index.ts';
import type { CollectedPrice } from '@/lib/domain/history/collected-price.ts';
import { isFarFromRange } from '@/lib/domain/history/split.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { slotAtTime, startIn, type ChartGrid, type Slot } from './chart-grid.ts';
import type { ChartCandles } from '@/lib/pages/chart-candles.ts';

interface CandleGridOptions {
  until: UnixSeconds;
  latest: CollectedPrice | null;
  /** The time zone in which the days of the market's prices begin and end. */
  timeZone: string;
}

/**
 * A grid with one slot per candle, which begins with the period even if the candles begin later.
 * Signed prices (oldest first) are drawn only if they are newer than the last candle; the latest
 * one always is, because the headline shows it.
 */
export function toCandleGrid(
  { known, plan }: ChartCandles,
  prices: readonly CollectedPrice[],
  { until, latest, timeZone }: CandleGridOptions,
): ChartGrid {
  const step = resolutionSeconds(plan.resolution);
  const dayZone = dayZoneOf(plan, timeZone);
  const begins = startIn({ dayZone }, { time: plan.visibleFrom });
  const ends = startIn({ dayZone }, { time: until });
  const candles = known.candles.filter(({ start }) => start <= ends);
  const starts = startsOf(candles, { begins: plan.visibleFrom > 0 ? begins : null, ends, step });
  const slots = Array.from<Slot | null>({ length: starts.length }).fill(null);
  const grid = { starts, stepSeconds: step, dayZone, slots };
  for (const candle of candles) {
    const slot = candleSlot(candle, known.expo, dayZone !== null);
    slots[slotAtTime(grid, slot)] = slot;
  }
  const split = splitSlot(grid, prices);
  const last = candles.at(-1);
  // The close of a running candle is as old as its request.
  const covered = last ? last.start + (last.isFinal ? step : 0) : -Infinity;
  for (const price of prices) {
    const index = slotAtTime(grid, price);
    const slot = slots[index];
    const isCovered = startIn(grid, price) < covered;
    if (slot === undefined || (isCovered && price.time !== latest?.time)) continue;
    slots[index] = slot?.candle ? { ...price, candle: slot.candle } : price;
  }
  return {
    ...grid,
    count: slots.filter((slot) => slot !== null).length,
    firstShown: Math.max(0, slotAtTime(grid, { time: plan.visibleFrom })),
    hasCandles: true,
    split,
  };
}

/** Where candles begin to agree with signed prices again. */
function splitSlot(
  grid: Pick<ChartGrid, 'starts' | 'stepSeconds' | 'dayZone' | 'slots'>,
  prices: readonly CollectedPrice[],
): number | null {
  let split: number | null = null;
  let wasFar = false;
  for (const price of prices) {
    const index = slotAtTime(grid, price);
    const candle = grid.slots[index]?.candle;
    const exact = toDecimal(price.price, price.expo);
    if (!candle || !exact) continue;
    const isFar = isFarFromRange(exact, candle);
    if (wasFar && !isFar) split = index;
    wasFar = isFar;
  }
  return split;
}

/** The time zone of the days of a plan's candles; `null` if they are shorter than a day. */
export function dayZoneOf({ resolution }: ChartCandles['plan'], timeZone: string): string | null {
  return hasDates(resolution) ? timeZone : null;
}

/** The starts of the candles, and of slots where there are none. */
function startsOf(
  candles: readonly Candle[],
  { begins, ends, step }: { begins: UnixSeconds | null; ends: UnixSeconds; step: number },
): UnixSeconds[] {
  const first = candles[0]?.start ?? ends;
  const missing = Math.max(0, Math.ceil((first - (begins ?? first)) / step));
  const starts = Array.from({ length: missing }, (_, index) => first - (missing - index) * step);
  let last = first;
  for (const { start } of candles) {
    // A change of the clock and the length of months make steps uneven.
    const empty = Math.ceil((start - last) / step - 0.5) - 1;
    for (let count = 1; count <= empty; count += 1) starts.push(last + count * step);
    starts.push(start);
    last = start;
  }
  for (let at = last + step; at <= ends; at += step) starts.push(at);
  return starts;
}

function candleSlot({ start, open, high, low, close }: Candle, expo: number, isDay: boolean): Slot {
  return {
    time: start,
    isDay,
    price: String(close),
    expo,
    conf: null,
    emaPrice: null,
    emaExpo: 0,
    candle: {
      open: { mantissa: open, expo },
      high: { mantissa: high, expo },
      low: { mantissa: low, expo },
    },
  };
}
