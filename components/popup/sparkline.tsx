import { memo, useDeferredValue, useMemo } from 'react';
import { HOUR_SECONDS } from '@/lib/history/moments.ts';
import { endingWith, readSpark, type Spark } from '@/lib/history/spark.ts';
import { sparkPath } from '@/lib/history/spark-path.ts';
import type { Decimal } from '@/lib/prices/decimal.ts';
import { formatPrice } from '@/lib/prices/format-price.ts';
import { sparklines } from '@/lib/storage/history.ts';
import { useClock } from '../clock.ts';
import { useStoredPart } from '../use-stored.ts';

const SIZE = { width: 56, height: 16 };
// Half of the line's width stands out of the path.
const VIEW_BOX = `0 -4 ${SIZE.width} ${SIZE.height + 8}`;

interface SparklineProps {
  id: string;
  /** The latest price; `null`: none that counts. */
  price: Decimal | null;
}

/** A feed's last 24 hours as one line; an empty place until enough of them are known. */
export function Sparkline({ id, price }: SparklineProps) {
  const text = useStoredPart(sparklines, (texts) => texts?.[id] ?? null);
  const hour = useClock((nowMs) => Math.floor(nowMs / 1_000 / HOUR_SECONDS));
  const spark = useMemo(() => {
    const known = text === null ? null : readSpark(text);
    return known && endingWith(known, hour);
  }, [text, hour]);
  const drawn = spark && sparkPath(spark, price, SIZE);
  return drawn && spark ? <Line {...drawn} spark={spark} /> : <span />;
}

interface LineProps {
  path: string;
  way: string;
  spark: Spark;
}

// Most ticks move no pixel.
const Line = memo(function Line({ path, way, spark }: LineProps) {
  const label = useLabel(spark);
  return (
    <svg className={`spark ${way}`} viewBox={VIEW_BOX} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
});

/** What the line tells, in words; the page's first picture need not wait for them. */
function useLabel(spark: Spark): string {
  const isPainted = useDeferredValue(true, false);
  return useMemo(() => {
    const known = spark.points.filter((point) => point !== null && point !== undefined);
    const [first] = known;
    const last = known.at(-1);
    if (!isPainted || first === undefined || last === undefined) return 'Last 24 hours';
    const text = (mantissa: bigint): string =>
      formatPrice({ mantissa, expo: spark.expo }, { digits: 'row' }).text;
    return `Last 24 hours: from ${text(first)} to ${text(last)}`;
  }, [isPainted, spark]);
}
