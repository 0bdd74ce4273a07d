import { resolutionSeconds, type Candle } from '@/lib/history-service/index.ts';
import { compareDecimals, addDecimals, subtractDecimals } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import type { Sample } from '@/lib/domain/history/sample.ts';
import { findSplit, scaleBySplit, type Split } from '@/lib/domain/history/split.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import type { ChartGrid, Slot, SlotCandle } from './chart-grid.ts';
import type { ChartCandles } from '@/lib/pages/chart-candles.ts';

/**
 * A grid with one slot per candle. A sample (oldest first) replaces the candle's close if it was
 * published in the second half of the candle, during the running candle, or later.
 */
export function toCandleGrid(
  { known, plan }: ChartCandles,
  samples: readonly Sample[],
  until: UnixSeconds,
): ChartGrid {
  const step = resolutionSeconds(plan.resolution);
  const start = known.candles[0]?.start ?? until;
  const slotAt = (seconds: UnixSeconds): number => Math.floor((seconds - start) / step);
  const slots = Array.from<Slot | null>({ length: slotAt(until) + 1 }).fill(null);
  for (const candle of known.candles) {
    const index = slotAt(candle.start);
    if (index < slots.length) slots[index] = candleSlot(candle, known.expo);
  }
  const split = findSplit(
    samples.flatMap((sample) => pricedCandle(sample, slots[slotAt(sample.time)])),
  );
  for (const sample of samples) {
    const index = slotAt(sample.time);
    const slot = slots[index];
    if (slot === undefined) continue;
    const isRunning = index === slots.length - 1;
    const isNearClose = isRunning || sample.time - (start + index * step) >= step / 2;
    slots[index] =
      split && sample.time < split.at
        ? withScaled(slot, sample, { split, isNearClose })
        : withSample(slot, sample, isNearClose);
  }
  return {
    fromSeconds: start,
    stepSeconds: step,
    slots,
    count: slots.filter((slot) => slot !== null).length,
    firstShown: Math.max(0, slotAt(plan.visibleFrom)),
    hasCandles: true,
    split,
  };
}

export function countContradicted({ slots }: ChartGrid): number {
  return slots.filter((slot) => slot?.candle?.isContradicted).length;
}

function candleSlot({ start, open, high, low, close }: Candle, expo: number): Slot {
  const candle = {
    open: { mantissa: open, expo },
    high: { mantissa: high, expo },
    low: { mantissa: low, expo },
    isContradicted: false,
  };
  return {
    time: start,
    price: String(close),
    expo,
    conf: null,
    emaPrice: null,
    emaExpo: 0,
    candle,
  };
}

function withSample(slot: Slot | null, sample: Sample, isNearClose: boolean): Slot {
  if (!slot?.candle) return sample;
  const isContradicted = slot.candle.isContradicted || contradicts(sample, slot.candle);
  const candle = { ...slot.candle, isContradicted };
  return isNearClose ? { ...sample, candle } : { ...slot, candle };
}

/** A scaled price isn't the signed one: it has no confidence and isn't compared with anything. */
function withScaled(
  slot: Slot | null,
  { price, expo }: Sample,
  { split, isNearClose }: { split: Split; isNearClose: boolean },
): Slot | null {
  const exact = toDecimal(price, expo);
  if (!slot || !exact || !isNearClose) return slot;
  const scaled = scaleBySplit(exact, split);
  return { ...slot, price: String(scaled.mantissa), expo: scaled.expo };
}

function pricedCandle({ time, price, expo }: Sample, slot: Slot | null | undefined) {
  const exact = toDecimal(price, expo);
  return exact && slot?.candle ? [{ time, price: exact, ...slot.candle }] : [];
}

/** Whether a signed price lies outside a candle by more than its confidence. */
function contradicts({ price, conf, expo }: Sample, { high, low }: SlotCandle): boolean {
  const [exact, confidence] = [toDecimal(price, expo), toDecimal(conf, expo)];
  if (!exact || !confidence) return false;
  return (
    compareDecimals(subtractDecimals(exact, confidence), high) > 0 ||
    compareDecimals(addDecimals(exact, confidence), low) < 0
  );
}
