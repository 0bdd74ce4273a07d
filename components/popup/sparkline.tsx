import { memo, useMemo } from 'react';
import type { Change } from '@/lib/history/change.ts';
import { HOUR_SECONDS } from '@/lib/history/time-grid.ts';
import { endingWith, readSpark, type Spark } from '@/lib/history/spark.ts';
import { sparkPath, type SparkPath } from '@/lib/history/spark-path.ts';
import { t } from '@/lib/locale/t.ts';
import type { Decimal } from '@/lib/prices/decimal.ts';
import { formatPrice } from '@/lib/prices/format-price.ts';
import type { UnixSeconds } from '@/lib/units.ts';
import styles from './sparkline.module.css';

const SIZE = { width: 56, height: 16 };
// Half of the stroke width extends beyond the path.
const VIEW_BOX = `0 -4 ${SIZE.width} ${SIZE.height + 8}`;

interface SparklineProps {
  /** Hourly prices, as stored; `null`: not known. */
  text: string | null;
  /** The latest price; `null` if there is none that counts. */
  price: Decimal | null;
  /** The change over the same 24 hours; `null` if the row shows another period. */
  change: Change | null;
  /** Only prices verified under this trust count; `null`: every price counts. */
  requiredTrust: string | null;
  nowSeconds: UnixSeconds;
}

/** A feed's last 24 hours as a line; an empty cell until enough hours are known. */
export default function Sparkline({
  text,
  price,
  change,
  requiredTrust,
  nowSeconds,
}: SparklineProps) {
  const hour = Math.floor(nowSeconds / HOUR_SECONDS);
  const spark = useMemo(() => {
    const known = text === null ? null : readSpark(text, requiredTrust);
    return known && endingWith(known, hour);
  }, [text, requiredTrust, hour]);
  const drawn = spark && sparkPath(spark, price, SIZE);
  if (!drawn || !spark) return <span />;
  // The change uses exact times, the line whole hours. Their directions must agree side by side.
  const way =
    change !== null && change.none === undefined ? wayOf(change.percent) : drawn.direction;
  return <Line path={drawn.path} way={way} spark={spark} />;
}

function wayOf({ mantissa }: Decimal): SparkPath['direction'] {
  if (mantissa === 0n) return 'flat';
  return mantissa > 0n ? 'up' : 'down';
}

interface LineProps {
  path: string;
  way: string;
  spark: Spark;
}

// Memoized: most ticks do not move the line by even one pixel.
const Line = memo(function Line({ path, way, spark }: LineProps) {
  const label = useLabel(spark);
  return (
    <svg
      className={styles.spark}
      data-part="spark"
      data-way={way}
      viewBox={VIEW_BOX}
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
});

/** Text alternative for the line. */
function useLabel(spark: Spark): string | undefined {
  return useMemo(() => {
    const known = spark.points.filter((point) => point !== null && point !== undefined);
    const [first] = known;
    const last = known.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const text = (mantissa: bigint): string =>
      formatPrice({ mantissa, expo: spark.expo }, { digits: 'row' }).text;
    return t('row.spark', { first: text(first), last: text(last) });
  }, [spark]);
}
