import { useEffect } from 'react';
import { formatList, numberFormat } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { toSeconds, type FeedId } from '@/lib/base/units.ts';
import { todaysMove } from '@/lib/domain/history/todays-move.ts';
import { faultIn } from '@/lib/domain/market/facts.ts';
import { toneOf } from '@/lib/domain/market/price-state.ts';
import { directionOf } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { formatPercent } from '@/lib/domain/prices/format-price.ts';
import { candleStore } from '@/lib/storage/candles/candle-store.ts';
import { candlesStoredAt } from '@/lib/storage/values/candles.ts';
import { useClock } from '../../shared/hooks/clock.ts';
import { useAreCandlesAllowed } from '../../shared/hooks/use-are-candles-allowed.ts';
import { useFeedNames } from '../../shared/hooks/use-feed-names.ts';
import { useQuotedStore } from '../../shared/hooks/use-latest-price.ts';
import { marketAt, useMarketSettings } from '../../shared/hooks/use-market.ts';
import { useRead } from '../../shared/hooks/use-read.ts';
import styles from './day-strip.module.css';

// A day's move changes slowly.
const UPDATE_EVERY_MS = 5_000;

interface DayStripProps {
  ids: readonly FeedId[];
  /** Called with the name of what moves most, if that is more than twice its usual move. */
  onMoving: (name: string | null) => void;
}

/** A segment for each row: how much the price has moved today, compared with its usual day. */
export default function DayStrip({ ids, onMoving }: DayStripProps) {
  const moves = useMoves(ids);
  const unusual = moves
    .filter(({ size }) => size === 'large' || size === 'huge')
    .toSorted((a, b) => b.times - a.times);
  // In US dollars goes without saying, and the header has little room.
  const moving = unusual[0]?.size === 'huge' ? unusual[0].name.replace(/\/USD$/, '') : null;
  useEffect(() => {
    onMoving(moving);
    return () => onMoving(null);
  }, [onMoving, moving]);
  if (moves.every(({ size }) => size === null)) return null;

  const texts = unusual.length > 0 ? unusual.map(textOf) : [t('strip.nothing')];
  const label = t('strip.label', { moves: formatList(texts, 'conjunction') });
  return (
    <div className={styles.strip} role="img" aria-label={label} data-part="day-strip">
      {moves.map((move) => (
        <i
          key={move.id}
          data-size={move.size}
          data-way={directionOf(move.percent)}
          title={move.size ? `${textOf(move)}\n${t('chart.fromCandles')}` : undefined}
        />
      ))}
    </div>
  );
}

const UNKNOWN = { percent: { mantissa: 0n, expo: 0 }, times: 0, size: null };

/** `size` is `null` where daily candles are missing or the price is not current. */
function useMoves(ids: readonly FeedId[]) {
  const readDays = () => Promise.all(ids.map((id) => candleStore.read(id, '1D').catch(() => null)));
  const days = useRead(ids.join(' '), readDays, candlesStoredAt.watch);
  const areAllowed = useAreCandlesAllowed();
  const nameOf = useFeedNames();
  const settings = useMarketSettings();
  const store = useQuotedStore();
  const nowMs = useClock((ms) => Math.floor(ms / UPDATE_EVERY_MS) * UPDATE_EVERY_MS);
  const market = settings && areAllowed ? marketAt(settings, store, nowMs) : null;
  return ids.map((id, index) => {
    const price = market?.priceOf(id);
    const now = price && toDecimal(price.price, price.expo);
    const isCurrent = market && toneOf(faultIn(market, id), true) === 'usual';
    const series = days?.[index];
    const move = isCurrent && now && series ? todaysMove(now, series, toSeconds(nowMs)) : null;
    return { id, name: nameOf(id), ...(move ?? UNKNOWN) };
  });
}

function textOf({ name, percent, times }: ReturnType<typeof useMoves>[number]): string {
  const factor = numberFormat({ maximumFractionDigits: 1 }).format(times);
  return t('strip.move', { name, percent: formatPercent(percent), times: factor });
}
