import { memo, useMemo } from 'react';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { readCandleLine } from '@/lib/domain/history/candle-line.ts';
import { subjectOf } from '@/lib/domain/holdings/subject.ts';
import { parseDecimal, toNumber } from '@/lib/domain/prices/decimal.ts';
import { candleLines } from '@/lib/storage/values/candles.ts';
import { useAreCandlesAllowed } from '../shared/hooks/use-are-candles-allowed.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import styles from './alert-row.module.css';

const [WIDTH, HEIGHT, EDGE] = [80, 28, 3];
/** How much of the line's height a level out of reach takes. */
const SHARE = 0.55;

/** The day's prices in gray, and the alert's level; one out of reach is dashed at the edge. */
export const AlertLine = memo(function AlertLine({ rule }: { rule: AlertRule }) {
  const { feedId, trigger } = rule;
  const areAllowed = useAreCandlesAllowed();
  const isFeed = subjectOf(feedId).kind === 'feed';
  const stored = useStoredPart(candleLines, (lines) => lines?.[feedId] ?? null);
  const level = 'level' in trigger ? trigger.level : null;
  const drawn = useMemo(() => {
    const line = isFeed && areAllowed && stored !== null ? readCandleLine(stored) : null;
    if (!line) return null;
    const exact = level === null ? null : parseDecimal(level);
    const value = exact && toNumber({ ...exact, expo: exact.expo - line.expo });
    return draw(line.points.map(Number), value);
  }, [isFeed, areAllowed, stored, level]);
  if (!drawn) return null;
  return (
    <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path d={drawn.path} />
      <circle cx={WIDTH - EDGE} cy={drawn.last} r="2.25" />
      {drawn.level !== null && (
        <path data-level={drawn.isBeyond ? 'beyond' : 'near'} d={`M0 ${drawn.level}H${WIDTH}`} />
      )}
    </svg>
  );
});

function draw(points: readonly number[], level: number | null) {
  let [low, high] = [Math.min(...points), Math.max(...points)];
  const span = Math.max(high - low, Number.MIN_VALUE);
  const isBeyond = level !== null && (level > high + span || level < low - span);
  if (level !== null && level > high) high = isBeyond ? high + SHARE * span : level;
  if (level !== null && level < low) low = isBeyond ? low - SHARE * span : level;
  const yOf = (value: number): number => {
    const y = EDGE + ((high - value) / (high - low || 1)) * (HEIGHT - 2 * EDGE);
    return Math.min(HEIGHT - 2, Math.max(2, Math.round(10 * y) / 10));
  };
  const step = (WIDTH - EDGE) / Math.max(1, points.length - 1);
  const places = points.map((value, index) => `${Math.round(index * step)} ${yOf(value)}`);
  return {
    path: `M${places.join('L')}`,
    last: yOf(points.at(-1) ?? 0),
    level: level === null ? null : yOf(level),
    isBeyond,
  };
}
