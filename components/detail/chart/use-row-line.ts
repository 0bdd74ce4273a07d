import { useMemo } from 'react';
import { lineTimes, readCandleLine } from '@/lib/domain/history/candle-line.ts';
import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { candleFeeds, candleLines } from '@/lib/storage/values/candles.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useAreCandlesAllowed } from '../../shared/hooks/use-are-candles-allowed.ts';
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
