import { lazy, Suspense, useMemo } from 'react';
import type { Change, NoChange } from '@/lib/history/change.ts';
import { compareDecimals } from '@/lib/prices/arithmetic.ts';
import type { Decimal } from '@/lib/prices/decimal.ts';
import { formatPercent, formatPrice } from '@/lib/prices/format-price.ts';
import { historyPause } from '@/lib/storage/history.ts';
import type { ChangePeriod } from '@/lib/storage/view.ts';
import type { UnixSeconds } from '@/lib/units.ts';
import { useStoredPart } from '../hooks/use-stored.ts';
import { NoChangeMark } from './no-change-mark.tsx';
import { momentText, PERIOD_WORDS } from '../shared/period-words.ts';
import styles from './row-change.module.css';

// Loaded only when past prices do not arrive, so that the watchlist paints without this code.
const Paused = lazy(() => import('./paused-change.tsx'));

const ZERO: Decimal = { mantissa: 0n, expo: 0 };
// A larger percentage would not fit in a row; the tooltip shows the exact one.
const WIDEST: Decimal = { mantissa: 999n, expo: 0 };

const DIRECTIONS = {
  '1': { name: 'up', arrow: '▲' },
  '0': { name: 'flat', arrow: '–' },
  '-1': { name: 'down', arrow: '▼' },
} as const;

const NO_CHANGE: Record<NoChange, string> = {
  'no-data': 'the price service has no price of that moment',
  unknown: 'the price service did not know this feed at that moment',
  'not-covered': 'your access token does not cover this feed',
  closed: 'the market was closed at that moment, and there is no price of it',
  late: 'there is no price near that moment',
  early: 'the price service sent a price from an earlier time',
  failed: 'the price of that moment failed verification',
  unverified: 'the price of that moment is not verified',
  zero: 'the price was zero at that moment',
  waiting: 'the price of that moment is not known yet',
};

interface RowChangeProps {
  change: Change;
  /** Period of the change. */
  period: ChangePeriod;
  /** Whether only verified prices count and this price is not verified. */
  isRefused: boolean;
  /** Whether the first paint is done. */
  isPainted: boolean;
}

/** Price change over the period: arrow, sign and percentage; a dash if it is not known. */
export function RowChange({ change, period, isRefused, isPainted }: RowChangeProps) {
  const words = PERIOD_WORDS[period];
  if (isRefused) return <NoChangeMark words={words} reason="the price is not verified" />;
  if (change.none === 'waiting') return <Waiting words={words} />;
  if (change.none !== undefined) {
    return <NoChangeMark words={words} reason={NO_CHANGE[change.none]} />;
  }
  return <KnownChange {...change} words={words} isPainted={isPainted} />;
}

interface KnownChangeProps {
  percent: Decimal;
  from: Decimal;
  time: UnixSeconds;
  /** The period, in words. */
  words: string;
  isPainted: boolean;
}

function KnownChange({ percent, from, time, words, isPainted }: KnownChangeProps) {
  const since = useSince(from, time, isPainted);
  const { name, arrow } = DIRECTIONS[`${compareDecimals(percent, ZERO)}`];
  const exact = formatPercent(percent);
  const isWide = compareDecimals(percent, WIDEST) > 0;
  return (
    <span
      className={styles.change}
      data-part="change"
      data-way={name}
      data-wide={isWide || undefined}
      title={`${exact} in ${words}${since}`}
    >
      <span aria-hidden="true">{arrow}</span> {isWide ? `>${formatPercent(WIDEST)}` : exact}
      <span className="visually-hidden"> in {words}</span>
    </span>
  );
}

/** Starting price and time of the change; empty for the first paint, which need not wait for it. */
function useSince(from: Decimal, time: UnixSeconds, isPainted: boolean): string {
  const { mantissa, expo } = from;
  return useMemo(() => {
    if (!isPainted) return '';
    const price = formatPrice({ mantissa, expo }, { digits: 'row' }).text;
    return `: from ${price} on ${momentText(time)}`;
  }, [isPainted, mantissa, expo, time]);
}

function Waiting({ words }: { words: string }) {
  const isPaused = useStoredPart(historyPause, (pause) => (pause?.reason ?? null) !== null);
  const waiting = <NoChangeMark words={words} reason={NO_CHANGE.waiting} />;
  if (!isPaused) return waiting;
  return (
    <Suspense fallback={waiting}>
      <Paused words={words} />
    </Suspense>
  );
}
