import { readGap } from '@/lib/storage/history/gaps.ts';
import type { Gap } from '@/lib/domain/history/past-price.ts';
import type { ChartPeriod } from '@/lib/domain/history/periods.ts';
import {
  chartStepSeconds,
  longestDelaySeconds,
  PERIOD_SECONDS,
} from '@/lib/domain/history/time-grid.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { useStoredHistory } from './use-stored-history.ts';

/** Why a feed has no price at the start of a period; `null` if it has one or that is unknown. */
export function useGapAtStart(id: string, period: ChartPeriod): Gap | null {
  return useStoredHistory(id, period, readGapAtStart) ?? null;
}

function readGapAtStart(
  id: string,
  period: ChartPeriod,
  nowSeconds: UnixSeconds,
): Promise<Gap | null> {
  const start = nowSeconds - PERIOD_SECONDS[period];
  return readGap(id, start - chartStepSeconds(period), start + longestDelaySeconds(period));
}
