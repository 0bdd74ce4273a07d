import { memo, useCallback, useMemo, useState, type PointerEvent } from 'react';
import type { Change } from '@/lib/domain/history/change.ts';
import { HOUR_SECONDS } from '@/lib/domain/history/time-grid.ts';
import { endingWith, readSpark, type Spark } from '@/lib/domain/history/spark.ts';
import {
  pointAt,
  readCandleLine,
  type CandleLine,
  type LinePoint,
} from '@/lib/domain/history/candle-line.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import {
  candlePath,
  FEWEST_POINTS,
  sparkPath,
  type SparkPath,
} from '@/lib/domain/history/spark-path.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import styles from './sparkline.module.css';

const SIZE = { width: 80, height: 24 };
// Candles last at most 30 minutes, and are fetched once they are complete.
const LONGEST_GAP_SECONDS = 2 * HOUR_SECONDS;

// Half of the stroke width extends beyond the path.
const VIEW_BOX = `0 -2 ${SIZE.width} ${SIZE.height + 4}`;

interface SparklineProps {
  /** The day's candles, as stored; `null` if there are none or they must not be shown. */
  candles: string | null;
  /** Hourly prices, as stored; `null`: not known. */
  text: string | null;
  /** The latest price; `null` if none counts. */
  price: Decimal | null;
  /** The change over the same 24 hours; `null` if the row shows another period. */
  change: Change | null;
  /** Only prices verified under this trust count; `null`: every price counts. */
  requiredTrust: string | null;
  /** Whether it is outside of the market's hours: the candles then end with the last trade. */
  isClosed: boolean;
  nowSeconds: UnixSeconds;
  schedule?: AnySchedule;
  /** Called with the candle under the pointer, and with `null` once it has left the line. */
  onScrub?: ((point: LinePoint | null) => void) | undefined;
}

/** A feed's last 24 hours as a line; a placeholder until enough prices are known. */
export default function Sparkline(props: SparklineProps) {
  const { price, change } = props;
  const reference = change !== null && change.none === undefined ? change : null;
  const ends = { latest: price, reference };
  const spark = useSpark(props);
  const candles = useCandles(props);
  const drawn = candles ? candlePath(candles, ends, SIZE) : spark && sparkPath(spark, ends, SIZE);
  const { schedule, onScrub } = props;
  const scrub = useCallback(
    (share: number | null) => {
      if (!candles || !schedule) return;
      onScrub?.(share === null ? null : pointAt(candles, share, schedule));
    },
    [candles, schedule, onScrub],
  );
  if (!drawn) return <NoLine />;
  // A change that rounds to zero is not colored, so the line beside it is not either.
  const way = reference ? wayOf(reference.percent) : drawn.direction;
  return (
    <Line
      {...drawn}
      way={way}
      points={candles ?? spark}
      onScrub={candles && onScrub ? scrub : undefined}
      {...reference?.from}
    />
  );
}

function useSpark({ text, requiredTrust, nowSeconds }: SparklineProps): Spark | null {
  const hour = Math.floor(nowSeconds / HOUR_SECONDS);
  return useMemo(() => {
    const known = text === null ? null : readSpark(text, requiredTrust);
    return known && endingWith(known, hour);
  }, [text, requiredTrust, hour]);
}

/** Rejects lines that ended long ago or have few points: they would be misleading. */
function useCandles({ candles, isClosed, nowSeconds }: SparklineProps): CandleLine | null {
  const line = useMemo(() => (candles === null ? null : readCandleLine(candles)), [candles]);
  if (!line || line.points.length < FEWEST_POINTS) return null;
  return isClosed || nowSeconds - line.lastStart <= LONGEST_GAP_SECONDS ? line : null;
}

function wayOf({ mantissa }: Decimal): SparkPath['direction'] {
  if (mantissa === 0n) return 'flat';
  return mantissa > 0n ? 'up' : 'down';
}

function NoLine() {
  return (
    <svg className={styles.spark} viewBox={VIEW_BOX} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.start} d={`M0 ${SIZE.height / 2}H${SIZE.width}`} />
    </svg>
  );
}

interface LineProps {
  path: string;
  startY: number;
  way: string;
  points: Pick<Spark, 'expo' | 'points'> | null;
  /** With `expo`: the price at the start of the line, if it is not the first hour's. */
  mantissa?: bigint;
  expo?: number;
  /** Called with a share of the width. */
  onScrub?: ((share: number | null) => void) | undefined;
}

// Memoized: most ticks do not move the line by even one pixel.
const Line = memo(function Line(props: LineProps) {
  const { path, startY, way, points, mantissa, expo, onScrub } = props;
  const label = useLabel(points, mantissa, expo);
  const [cursor, setCursor] = useState<number | null>(null);
  const scrub = (share: number | null): void => {
    setCursor(share);
    onScrub?.(share);
  };
  return (
    <svg
      className={styles.spark}
      data-part="spark"
      data-way={way}
      viewBox={VIEW_BOX}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      onPointerMove={onScrub && ((event) => scrub(shareAt(event)))}
      onPointerLeave={onScrub && (() => scrub(null))}
    >
      <path className={styles.start} d={`M0 ${startY}H${SIZE.width}`} />
      <path className={styles.area} d={`${path}V${SIZE.height + 2}H0Z`} />
      <path d={path} />
      {cursor !== null && (
        <path className={styles.cursor} d={`M${cursor * SIZE.width} -2V${SIZE.height + 2}`} />
      )}
    </svg>
  );
});

/** How far along an element's width the pointer is, from 0 to 1. Time runs to the right everywhere. */
function shareAt({ currentTarget, clientX }: PointerEvent): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(1, (clientX - left) / width));
}

/** Text alternative for the line. */
function useLabel(line: LineProps['points'], mantissa?: bigint, expo?: number): string | undefined {
  return useMemo(() => {
    if (!line) return undefined;
    const known = line.points.filter((point) => point !== null && point !== undefined);
    const [first] = known;
    const last = known.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const text = (price: Decimal): string => formatPrice(price, { digits: 'row' }).text;
    const from =
      mantissa === undefined || expo === undefined
        ? { mantissa: first, expo: line.expo }
        : { mantissa, expo };
    return t('row.spark', {
      first: text(from),
      last: text({ mantissa: last, expo: line.expo }),
    });
  }, [line, mantissa, expo]);
}
