import { resolutionSeconds, type Candle } from '@/lib/history-service/index.ts';
import type { Sample } from '@/lib/domain/history/sample.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import type { ChartGrid, Slot } from './chart-grid.ts';
import type { ChartCandles } from '@/lib/pages/chart-candles.ts';

/**
 * A grid with one slot per candle. Signed prices (oldest first) are drawn only if they are newer
 * than the last candle; the latest one always is, because the headline shows it.
 */
export function toCandleGrid(
  { known, plan }: ChartCandles,
  samples: readonly Sample[],
  { until, latest }: { until: UnixSeconds; latest: Sample | null },
): ChartGrid {
  const step = resolutionSeconds(plan.resolution);
  const start = known.candles[0]?.start ?? until;
  const slotAt = (seconds: UnixSeconds): number => Math.floor((seconds - start) / step);
  const slots = Array.from<Slot | null>({ length: slotAt(until) + 1 }).fill(null);
  for (const candle of known.candles) {
    const index = slotAt(candle.start);
    if (index < slots.length) slots[index] = candleSlot(candle, known.expo);
  }
  const last = known.candles.at(-1);
  // The close of a running candle is as old as its request.
  const covered = last ? last.start + (last.isFinal ? step : 0) : -Infinity;
  for (const sample of samples) {
    const index = slotAt(sample.time);
    const slot = slots[index];
    if (slot === undefined || (sample.time < covered && sample.time !== latest?.time)) continue;
    slots[index] = slot?.candle ? { ...sample, candle: slot.candle } : sample;
  }
  return {
    fromSeconds: start,
    stepSeconds: step,
    slots,
    count: slots.filter((slot) => slot !== null).length,
    firstShown: Math.max(0, slotAt(plan.visibleFrom)),
    hasCandles: true,
  };
}

function candleSlot({ start, open, high, low, close }: Candle, expo: number): Slot {
  return {
    time: start,
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
