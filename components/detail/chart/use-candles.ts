import { useEffect, useState } from 'react';
import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { readCandleRange, readChartCandles, type ChartCandles } from '@/lib/pages/chart-candles.ts';
import { candlesStoredAt } from '@/lib/storage/values/candles.ts';
import type { HighLow } from '@/lib/domain/history/period.ts';
import type { FeedId, UnixSeconds } from '@/lib/base/units.ts';
import { useRead } from '../../shared/hooks/use-read.ts';
import { useAreCandlesAllowed } from '../../shared/hooks/use-are-candles-allowed.ts';

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
