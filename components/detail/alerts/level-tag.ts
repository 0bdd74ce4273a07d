import { numberText } from '@/lib/domain/alerts/text/figures.ts';
import { parseDecimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { yOf, type ChartLayout } from '../chart/chart-layout.ts';
import { levelValue, priceTag, type ChartScale } from '../chart/chart-scale.ts';
import type { AlertLevel } from './use-alert-levels.ts';

const ARROWS = { above: '▲ ', below: '▼ ' };

/** The tag of a level, with an arrow if the chart does not show the level: `▲ 150,000`. */
export function levelTag(
  { level, isMovable }: Pick<AlertLevel, 'level' | 'isMovable'>,
  scale: ChartScale,
  layout: ChartLayout,
): string {
  const side = sideOf(level, scale, layout);
  return (side ? ARROWS[side] : '') + (isMovable ? levelText(level) : followingText(level, scale));
}

/** Where a level is that the chart does not show; `null` if it does. */
export function sideOf(
  level: string,
  scale: ChartScale,
  layout: ChartLayout,
): keyof typeof ARROWS | null {
  const y = yOf(layout, levelValue(level, scale) ?? 0);
  if (y < 0) return 'above';
  return y > layout.height ? 'below' : null;
}

/** The price sets this level, so the user did not type its digits. */
function followingText(level: string, scale: ChartScale): string {
  const exact = parseDecimal(level);
  return exact ? priceTag(exact, scale) : level;
}

// A longer tag would not fit beside the chart.
const MAX_LENGTH = 8;

/** A level with all its digits, or shortened if it is long: `65,000`. @param level exact decimal */
function levelText(level: string): string {
  const exact = parseDecimal(level);
  if (!exact) return level;
  const plain = formatPrice(exact, { digits: 'all' }).text;
  if (plain.length <= MAX_LENGTH) return plain;
  const text = numberText(level);
  return text.length <= MAX_LENGTH ? text : formatPrice(exact, { digits: 'row' }).text;
}
