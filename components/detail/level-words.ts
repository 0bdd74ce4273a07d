import { numberText, plainPercent } from '@/lib/domain/alerts/text/figures.ts';
import { t } from '@/lib/base/locale/t.ts';
import { changePercent } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPercent, formatPrice } from '@/lib/domain/prices/format-price.ts';

// A longer label would cover much of the chart.
const MAX_LENGTH = 10;

/** A level with all its digits, or shortened if it is long: `65,000`. @param level exact decimal */
export function levelText(level: string): string {
  const exact = parseDecimal(level);
  const text = numberText(level);
  if (!exact || text.length <= MAX_LENGTH) return text;
  return formatPrice(exact, { digits: 'row' }).text;
}

/** A level and its distance from the price: `65,000, 1.20% above the price`. */
export function levelWords(level: string, price: Decimal | null): string {
  const text = numberText(level);
  const percent = percentFrom(level, price);
  if (!percent) return text;
  if (percent.mantissa === 0n) return t('chart.level.at', { level: text });
  return t(percent.mantissa > 0n ? 'chart.level.above' : 'chart.level.below', {
    level: text,
    percent: plainPercent(toDecimalString(percent)),
  });
}

/** The distance of a level from the price: `+1.20%`; `null` if there is none. */
export function distanceText(level: string, price: Decimal | null): string | null {
  const percent = percentFrom(level, price);
  return percent && formatPercent(percent);
}

function percentFrom(level: string, price: Decimal | null): Decimal | null {
  const exact = parseDecimal(level);
  return price && exact && changePercent(exact, price);
}
