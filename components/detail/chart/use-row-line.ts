import { useMemo } from 'react';
import { readCandleLine } from '@/lib/domain/history/candle-line.ts';
import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import { PERIOD_SECONDS } from '@/lib/domain/history/time-grid.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { openShareOf } from '@/lib/domain/history/chart-plan.ts';
import { candleFeeds, candleLines } from '@/lib/storage/values/candles.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useAreCandlesAllowed } from '../../shared/hooks/use-are-candles-allowed.ts';
import { useStoredPart } from '../../shared/hooks/use-stored.ts';
import type { Slot } from './chart-grid.ts';

const NONE: [] = [];

/**
 * The line in the feed's row, for the chart of a day to begin with until its own candles come. Only of
 * markets that are always open: the points of other lines have no times.
 */
export function useRowLine(
  id: FeedId,
  period: CandlePeriod,
  schedule: AnySchedule,
): readonly Slot[] {
  const areAllowed = useAreCandlesAllowed();
  const areComing = useStoredPart(candleFeeds, (feeds) => !feeds?.[id]?.problem);
  const stored = useStoredPart(candleLines, (lines) => lines?.[id] ?? null);
  const isDrawn = areAllowed && areComing && period === '24h' && openShareOf(schedule).time === 1;
  return useMemo(() => {
    const line = isDrawn && stored !== null ? readCandleLine(stored) : null;
    if (!line) return NONE;
    const { lastStart, expo, points } = line;
    const step = PERIOD_SECONDS['24h'] / points.length;
    return points.map((point, index) => ({
      time: Math.round(lastStart - (points.length - 1 - index) * step),
      price: String(point),
      expo,
      conf: null,
      emaPrice: null,
      emaExpo: 0,
    }));
  }, [isDrawn, stored]);
}
