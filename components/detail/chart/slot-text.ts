import { toDecimal, toDecimalString } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { isLong, type ChartGrid, type Slot } from './chart-grid.ts';
import { dateText, dayMinuteText, minuteText, secondText, whenText } from '../price/time-text.ts';
import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import { numberFormat } from '@/lib/base/locale/format.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { When } from '@/lib/base/days.ts';

/** What a chart shows: `Price history: Last 24 hours`. */
export function chartName(period: CandlePeriod): string {
  return labelled(t('chart.history'), t(`period.${period}`));
}

/** When the prices of a chart begin: to the minute, or to the day if the chart is long. */
export function startText(when: When, grid: ChartGrid): string {
  return isLong(grid) ? dateText(when) : whenText(when, minuteText);
}

/** A slot's values with all digits, as text; its time has the year if the chart is long. */
export function slotFigures(slot: Slot, grid: ChartGrid) {
  const price = toDecimal(slot.price, slot.expo);
  return {
    time: whenText(slot, isLong(grid) ? dayMinuteText : secondText),
    price: everyDigit(slot.price, slot.expo),
    /** `null`: the price is a candle's. */
    confidence: slot.conf === null ? null : everyDigit(slot.conf, slot.expo),
    ema: slot.emaPrice === null ? null : everyDigit(slot.emaPrice, slot.emaExpo),
    level: price ? toDecimalString(price) : '',
  };
}

/** A number with all its digits, grouped; a dash if it cannot be read. */
export function everyDigit(digits: string, expo: number): string {
  const exact = toDecimal(digits, expo);
  return exact ? formatPrice(exact, { digits: 'all' }).text : '–';
}

/**
 * A slot or sequence number with grouped digits. Returns `null` for a number too large to be exact:
 * services send the largest integer for "none".
 */
export function slotText(slot: number | string): string | null {
  if (typeof slot === 'number' && !Number.isSafeInteger(slot)) return null;
  return numberFormat({}).format(BigInt(slot));
}
