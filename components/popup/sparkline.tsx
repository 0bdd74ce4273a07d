import { memo, useDeferredValue, useMemo } from 'react';
import type { Change } from '@/lib/history/change.ts';
import { HOUR_SECONDS } from '@/lib/history/moments.ts';
import { endingWith, readSpark, type Spark } from '@/lib/history/spark.ts';
import { sparkPath, type SparkPath } from '@/lib/history/spark-path.ts';
import type { Decimal } from '@/lib/prices/decimal.ts';
import { formatPrice } from '@/lib/prices/format-price.ts';
import { sparklines } from '@/lib/storage/history.ts';
import { useClock } from '../clock.ts';
import { useChangePeriod } from '../use-changes.ts';
import { useStoredPart } from '../use-stored.ts';

const SIZE = { width: 56, height: 16 };
// Half of the line's width stands out of the path.
const VIEW_BOX = `0 -4 ${SIZE.width} ${SIZE.height + 8}`;

interface SparklineProps {
  id: string;
  /** The latest price; `null`: none that counts. */
  price: Decimal | null;
  change: Change;
}

/** A feed's last 24 hours as one line; an empty place until enough of them are known. */
export function Sparkline({ id, price, change }: SparklineProps) {
  const text = useStoredPart(sparklines, (texts) => texts?.[id] ?? null);
  const isSamePeriod = useChangePeriod() === '24h';
  const hour = useClock((nowMs) => Math.floor(nowMs / 1_000 / HOUR_SECONDS));
  const spark = useMemo(() => {
    const known = text === null ? null : readSpark(text);
    return known && endingWith(known, hour);
  }, [text, hour]);
  const drawn = spark && sparkPath(spark, price, SIZE);
  if (!drawn || !spark) return <span />;
  // The change is of the exact moment, the line of whole hours: side by side they must agree.
  const way = isSamePeriod && change.none === undefined ? wayOf(change.percent) : drawn.way;
  return <Line path={drawn.path} way={way} spark={spark} />;
}

function wayOf({ mantissa }: Decimal): SparkPath['way'] {
  if (mantissa === 0n) return 'flat';
  return mantissa > 0n ? 'up' : 'down';
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
