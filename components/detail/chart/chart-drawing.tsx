import { memo, useId } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { FEWEST_POINTS } from '@/lib/domain/history/spark-path.ts';
import type { ChangeOrigin } from '@/lib/domain/history/change.ts';
import { compareDecimals } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { timeTicks } from './axis-time.ts';
import { placeOf, timeAt, type ChartGrid } from './chart-grid.ts';
import { TIME_AXIS, WIDE, WIDE_AXIS, xOf, yOf, type ChartLayout } from './chart-layout.ts';
import { candlePaths, linePaths } from './chart-paths.ts';
import {
  axisText,
  gridLines,
  priceTag,
  valueOf,
  valueTicks,
  type ChartScale,
} from './chart-scale.ts';
import { minuteText, clockText, whenText } from '../price/time-text.ts';
import styles from './chart.module.css';

interface ChartDrawingProps {
  grid: ChartGrid;
  scale: ChartScale;
  layout: ChartLayout;
  axis: number;
  start: ChangeOrigin | null;
  cursor: number | null;
  /** Where the latest price is; `null` if there is none. */
  dot: { slot: number; value: number } | null;
  /** Whether that price is not current: the time after it is marked as unknown. */
  isGray: boolean;
  /** Vertical positions of tags, in pixels; axis labels leave room for them. */
  taken: readonly number[];
}

/** Minimum distance between two labels of an axis, in pixels. */
const TIME_SPACE = 76;
const WIDE_TIME_SPACE = 110;
const LABEL_SPACE = 16;
/** The width of a character of a time. */
const LETTER = 6.4;
const EDGE_SPACE = 11;
/** A narrower area would look like a glitch. */
const MIN_UNKNOWN = 8;

/** The picture of the chart. To assistive technology it is the slider over it. */
export function ChartDrawing(props: ChartDrawingProps) {
  const { grid, layout, axis, cursor } = props;
  const { width, height } = layout;
  return (
    <svg
      className={styles.drawing}
      width={width + axis}
      height={height + TIME_AXIS}
      aria-hidden="true"
    >
      <ValueAxis {...props} />
      <TimeAxis {...props} />
      {grid.count > 0 && <Prices {...props} />}
      {cursor === null && <SplitMark {...props} />}
      {cursor !== null && <Cursor {...props} cursor={cursor} />}
      {props.isGray && <UnknownTime {...props} />}
      {cursor === null && <LastDot {...props} />}
      {width > WIDE && cursor === null && <Extremes {...props} />}
    </svg>
  );
}

function ValueAxis({ scale, layout, axis, start, taken }: ChartDrawingProps) {
  const { width, height, top, bottom } = layout;
  const startY = levelY(start?.from, scale, layout);
  const ticks = valueTicks({ low: bottom, high: top }, gridLines(height))
    .map((value) => ({ value, y: yOf(layout, value) }))
    .filter(({ y }) => y > 6 && y < height - 2);
  const x = width + axis - (axis >= WIDE_AXIS ? 32 : 12);
  const hasStartLabel = startY !== null && isFree(startY, taken);
  const used = hasStartLabel ? [...taken, startY] : taken;
  return (
    <g textAnchor="end">
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <path className={styles.grid} d={`M0 ${y}H${width}`} />
          {isFree(y, used) && (
            <text x={x} y={y + 4}>
              {axisText(value, scale)}
            </text>
          )}
        </g>
      ))}
      {startY !== null && (
        <path className={styles.start} d={`M0 ${startY}H${width}`} data-part="start" />
      )}
      {hasStartLabel && start && (
        <text x={x} y={startY + 4}>
          {priceTag(start.from, scale)}
        </text>
      )}
    </g>
  );
}

function TimeAxis({ grid, layout, cursor }: ChartDrawingProps) {
  const { width, height, firstX, slotWidth } = layout;
  const secondsAt = (x: number): number => timeAt(grid, (x - firstX) / slotWidth);
  const flagged = cursor ?? grid.split ?? null;
  const flag = flagged === null ? null : xOf(layout, flagged);
  return (
    <g textAnchor="middle">
      {timeTicks(
        secondsAt(0),
        secondsAt(width),
        width / (width > WIDE ? WIDE_TIME_SPACE : TIME_SPACE),
        { areDays: grid.dayZone !== null },
      ).map(({ seconds, label }) => {
        const x = xOf(layout, placeOf(grid, seconds));
        const isCut = x < (label.length * LETTER) / 2 || x > width - EDGE_SPACE;
        const isCovered = flag !== null && Math.abs(flag - x) < 60;
        return (
          !isCut &&
          !isCovered && (
            <text key={seconds} x={x} y={height + 20}>
              {label}
            </text>
          )
        );
      })}
    </g>
  );
}

function isFree(y: number, others: readonly number[]): boolean {
  return others.every((other) => Math.abs(other - y) >= LABEL_SPACE);
}

/** The line, where there are enough prices; after the marked slot it is gray. */
const Prices = memo(
  function Prices({ grid, scale, layout, cursor }: ChartDrawingProps) {
    const id = useId();
    const { width, height } = layout;
    const until = cursor === null ? width + 8 : Math.max(0, xOf(layout, cursor));
    const hasCandles = scale.points.some((point) => point?.open !== undefined);
    const isLine = !hasCandles && grid.count >= FEWEST_POINTS;
    const { line, gaps, area } = linePaths(isLine ? scale.points : [], layout);
    const candles = hasCandles ? candlePaths(scale.points, layout) : null;
    return (
      <>
        <defs>
          <linearGradient id={`${id}g`} x1="0" y1="0" x2="0" y2="1">
            <stop stopColor="currentColor" stopOpacity="0.2" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
          <clipPath id={`${id}c`}>
            <rect width={until} height={height} />
          </clipPath>
          <clipPath id={`${id}w`}>
            <rect width={width} height={height} />
          </clipPath>
        </defs>
        <g clipPath={`url(#${id}w)`} data-part="prices">
          {cursor !== null && (
            <g className={styles.later}>
              <path className={styles.line} d={line} />
              <path className={styles.gaps} d={gaps} />
              <path d={(candles?.up ?? '') + (candles?.down ?? '')} fill="currentColor" />
            </g>
          )}
          <g clipPath={`url(#${id}c)`}>
            <path className={styles.area} d={area} fill={`url(#${id}g)`} />
            <path className={styles.gaps} d={gaps} />
            <path className={styles.line} d={line} data-part="line" />
            {candles && (
              <g data-part="candles-drawn">
                <path className={styles.rising} d={candles.up} />
                <path className={styles.falling} d={candles.down} />
              </g>
            )}
          </g>
        </g>
      </>
    );
  },
  (before, after) =>
    before.scale === after.scale &&
    before.cursor === after.cursor &&
    before.layout.width === after.layout.width &&
    before.layout.height === after.layout.height &&
    before.layout.top === after.layout.top &&
    before.layout.bottom === after.layout.bottom &&
    before.layout.firstX === after.layout.firstX &&
    before.layout.slotWidth === after.layout.slotWidth,
);

/** Labels the highest and the lowest price on the line, or the high and the low of candles. */
function Extremes({ grid, scale, layout }: ChartDrawingProps) {
  const prices = grid.slots.flatMap((slot, index) => {
    const price = slot && index >= grid.firstShown ? toDecimal(slot.price, slot.expo) : null;
    if (!price) return [];
    const { low, high } = slot?.candle ?? { low: price, high: price };
    return { index, low, high };
  });
  const by = (value: (each: (typeof prices)[number]) => Decimal) =>
    prices.toSorted((a, b) => compareDecimals(value(a), value(b)));
  const [low, high] = [by((each) => each.low)[0], by((each) => each.high).at(-1)];
  if (!low || !high || compareDecimals(low.low, high.high) === 0) return null;
  return [
    { index: high.index, exact: high.high, offset: -8 },
    { index: low.index, exact: low.low, offset: 18 },
  ].map(({ index, exact, offset }) => {
    const x = xOf(layout, index);
    const y = yOf(layout, scale.points[index]?.price ?? 0) + offset;
    const isVisible = x > 30 && x < layout.width - 40 && y > 0 && y < layout.height;
    return (
      isVisible && (
        <text key={offset} className={styles.extreme} x={x} y={y} textAnchor="middle">
          {priceTag(exact, scale)}
        </text>
      )
    );
  });
}

/** From the last price to now. */
function UnknownTime({ grid, layout }: ChartDrawingProps) {
  const { width, height } = layout;
  const last = grid.slots.findLastIndex((slot) => slot !== null);
  const from = Math.max(0, xOf(layout, last));
  if (width - from < MIN_UNKNOWN) return null;
  return (
    <rect
      className={styles.unknown}
      data-part="unknown"
      x={from}
      width={width - from}
      height={height}
    />
  );
}

/** Candles need no dot. */
function LastDot({ scale, layout, dot }: ChartDrawingProps) {
  if (!dot || scale.points[dot.slot]?.open !== undefined) return null;
  const [x, y] = [xOf(layout, dot.slot), yOf(layout, dot.value)];
  const isInside = x >= 0 && x <= layout.width + 1 && y >= 0 && y <= layout.height;
  return isInside && <Dot x={x} y={y} part="last-dot" />;
}

/** A hollow dot on the line, and its name on the axis. */
function SplitMark({ grid, scale, layout }: ChartDrawingProps) {
  const { width, height } = layout;
  const point = scale.points[grid.split ?? -1];
  const x = xOf(layout, grid.split ?? -1);
  if (!point || x < 0 || x > width) return null;
  const y = yOf(layout, point.price);
  return (
    <g data-part="split">
      <path className={styles.start} d={`M${x} ${y + 8}V${height}`} />
      <circle className={styles.hollow} cx={x} cy={y} r="4" />
      <text x={Math.min(Math.max(x, 20), width - 20)} y={height + 20} textAnchor="middle">
        {t('row.mark.split')}
      </text>
    </g>
  );
}

function Cursor({ grid, scale, layout, cursor }: ChartDrawingProps & { cursor: number }) {
  const { width, height } = layout;
  const point = scale.points[cursor];
  const slot = grid.slots[cursor];
  if (!point || !slot) return null;
  const x = xOf(layout, cursor);
  const isShort = grid.stepSeconds * grid.slots.length <= 2 * 86_400;
  const text = whenText(slot, isShort ? clockText : minuteText);
  const length = text.length * LETTER + 16;
  const from = Math.min(Math.max(x - length / 2, 4), Math.max(4, width - length));
  return (
    <g data-part="cursor">
      <path className={styles.cursor} d={`M${x} 0V${height}`} />
      <Dot x={x} y={yOf(layout, point.price)} />
      <rect className={styles.flag} x={from} y={height + 4} width={length} height="20" rx="5" />
      <text className={styles.flagText} x={from + length / 2} y={height + 18} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

function Dot({ x, y, part }: { x: number; y: number; part?: string }) {
  return (
    <>
      <circle className={styles.halo} cx={x} cy={y} r="8" />
      <circle className={styles.dot} data-part={part} cx={x} cy={y} r="4" />
    </>
  );
}

function levelY(price: Decimal | undefined, scale: ChartScale, layout: ChartLayout): number | null {
  const value = price === undefined ? null : valueOf(price, scale);
  return value === null ? null : yOf(layout, value);
}
