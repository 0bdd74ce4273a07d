import type { CSSProperties } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { type Decimal, parseDecimal, toDecimalString } from '@/lib/domain/prices/decimal.ts';
import { BellIcon } from '../shared/icons.tsx';
import type { ValueRange } from './chart-scale.ts';
import type { AlertLevel } from './use-alert-levels.ts';
import { useLineEvents, type LineEvents } from './use-line-events.ts';
import styles from './alert-levels.module.css';
import { numberText, plainPercent } from '@/lib/domain/alerts/text/figures.ts';
import { changePercent } from '@/lib/domain/prices/arithmetic.ts';
import { formatPercent, formatPrice } from '@/lib/domain/prices/format-price.ts';

/** Where a line is, in pixels from the chart's left and top edges. */
export interface LinePlace {
  /** Of the line, or of the label if the line is not on the chart. */
  y: number;
  /** Center of the label, which is always on the chart. */
  labelY: number;
  /** Start of the label, which may have to make room for another one. */
  labelX: number;
  /** Length of the line. */
  width: number;
  /** On which side of the visible range the level is; `null`: within it. */
  beyond: 'above' | 'below' | null;
}

interface AlertLineProps {
  level: AlertLevel;
  /** The level as it is shown: exact decimal. */
  shown: string;
  price: Decimal | null;
  place: LinePlace;
}

interface MovableLineProps extends AlertLineProps {
  /** The prices that the chart shows. */
  range: ValueRange;
  events: Omit<LineEvents, 'y'>;
}

/** A level that the user can move with the pointer and the keyboard. */
export function MovableLine({ range, events, ...line }: MovableLineProps) {
  const { level, shown, price, place } = line;
  const now = Number(shown);
  return (
    <div
      {...looks(line)}
      role="slider"
      tabIndex={0}
      aria-label={t('chart.level.label', { condition: level.condition })}
      aria-orientation="vertical"
      aria-valuemin={Math.min(now, range.low)}
      aria-valuemax={Math.max(now, range.high)}
      aria-valuenow={now}
      aria-valuetext={levelWords(shown, price)}
      title={t('chart.level.hint')}
      data-moving={events.isMoving || undefined}
      {...useLineEvents({ ...events, y: place.y })}
    >
      <LineLabel {...line} />
    </div>
  );
}

/** A level that follows the price. The list of alerts below the chart explains it. */
export function FixedLine(line: AlertLineProps) {
  return (
    <div {...looks(line)} data-fixed aria-hidden="true">
      <LineLabel {...line} />
    </div>
  );
}

const ARROWS = { above: '▲', below: '▼' };

function LineLabel({ shown, price, place: { beyond } }: AlertLineProps) {
  return (
    <span className={styles.label}>
      {beyond === null ? <BellIcon /> : <i>{ARROWS[beyond]}</i>}
      {levelText(shown)}
      <small>{distanceText(shown, price)}</small>
    </span>
  );
}

function looks({ level, place }: AlertLineProps) {
  const { y, labelX, labelY, width } = place;
  const lengths = { '--y': y, '--label-x': labelX, '--label-y': labelY, '--width': width };
  const style: CSSProperties = Object.fromEntries(
    Object.entries(lengths).map(([name, length]) => [name, `${length.toFixed(1)}px`]),
  );
  return {
    className: styles.level,
    style,
    'data-alert': level.alertId,
    'data-inactive': !level.isActive || undefined,
    'data-beyond': place.beyond ?? undefined,
  };
}

// A longer label would cover much of the chart.
const MAX_LENGTH = 10;

/** A level with all its digits, or shortened if it is long: `65,000`. @param level exact decimal */
function levelText(level: string): string {
  const exact = parseDecimal(level);
  const text = numberText(level);
  if (!exact || text.length <= MAX_LENGTH) return text;
  return formatPrice(exact, { digits: 'row' }).text;
}

/** A level and its distance from the price: `65,000, 1.20% above the price`. */
function levelWords(level: string, price: Decimal | null): string {
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
function distanceText(level: string, price: Decimal | null): string | null {
  const percent = percentFrom(level, price);
  return percent && formatPercent(percent);
}

function percentFrom(level: string, price: Decimal | null): Decimal | null {
  const exact = parseDecimal(level);
  return price && exact && changePercent(exact, price);
}
