import { useEffect, useMemo, useState } from 'react';
import { lineTimes, readCandleLine } from '@/lib/domain/history/candle-line.ts';
import type { HighLow } from '@/lib/domain/history/period.ts';
import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { readCandleRange, readChartCandles, type ChartCandles } from '@/lib/pages/chart-candles.ts';
import { candleFeeds, candleLines, candlesStoredAt } from '@/lib/storage/values/candles.ts';
import type { FeedId, UnixSeconds } from '@/lib/base/units.ts';
import { useAreCandlesAllowed } from '../../shared/hooks/use-are-candles-allowed.ts';
import { useRead } from '../../shared/hooks/use-read.ts';
import { useStoredPart } from '../../shared/hooks/use-stored.ts';
import type { Slot } from './chart-grid.ts';

const NONE: [] = [];

/** The line in the feed's row, for the chart of a day to begin with until its own candles come. */
export function useRowLine(
  id: FeedId,
  period: CandlePeriod,
  schedule: AnySchedule,
): readonly Slot[] {
  const areAllowed = useAreCandlesAllowed();
  const areComing = useStoredPart(candleFeeds, (feeds) => !feeds?.[id]?.problem);
  const stored = useStoredPart(candleLines, (lines) => lines?.[id] ?? null);
  const isDrawn = areAllowed && areComing && period === '24h';
  return useMemo(() => {
    const line = isDrawn && stored !== null ? readCandleLine(stored) : null;
    if (!line) return NONE;
    const times = lineTimes(line, schedule);
    return line.points.map((point, index) => ({
      time: times[index] ?? line.lastStart,
      price: String(point),
      expo: line.expo,
      conf: null,
      emaPrice: null,
      emaExpo: 0,
    }));
  }, [isDrawn, stored, schedule]);
}

/**
 * A feed's stored candles over a period, read again whenever there are new ones; `null`: there are
 * none, or only signed prices are to be shown; `undefined` until they have been read.
 */
export function useCandles(
  id: FeedId,
  period: CandlePeriod,
  schedule: AnySchedule,
): ChartCandles | null | undefined {
  const areAllowed = useAreCandlesAllowed();
  const [read, setRead] = useState<{ key: string; candles: ChartCandles | null }>();
  const key = `${id} ${period}`;

  useEffect(() => {
    let isMounted = true;
    const update = async (): Promise<void> => {
      const candles = await readChartCandles(id, period, schedule);
      if (isMounted) setRead({ key, candles });
    };
    const stopWatching = candlesStoredAt.watch(() => void update());
    void update();
    return () => {
      isMounted = false;
      stopWatching();
    };
  }, [id, period, schedule, key]);

  if (!areAllowed) return null;
  return read?.key === key ? read.candles : undefined;
}

/**
 * The lowest and the highest price of all stored candles of a period, read again with new ones.
 *
 * @param until the time of the last price that counts
 */
export function useCandleRange(
  id: FeedId,
  period: CandlePeriod,
  until: UnixSeconds,
): HighLow | null {
  const areAllowed = useAreCandlesAllowed();
  const range = useRead(
    `${id} ${period} ${until}`,
    () => readCandleRange(id, period, until),
    watchCandles,
  );
  return areAllowed ? (range ?? null) : null;
}

const watchCandles = (onChange: () => void): (() => void) => candlesStoredAt.watch(onChange);
