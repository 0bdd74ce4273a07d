import { useEffect, useState } from 'react';
import { openShareOf, planChart, type CandlePlan } from '@/lib/domain/history/chart-plan.ts';
import { chartEnd } from '@/lib/domain/history/last-trade.ts';
import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { readResolution } from '@/lib/history-service/index.ts';
import { candleStore, type KnownCandles } from '@/lib/storage/candles/candle-store.ts';
import { areUnsignedCandlesShown } from '@/lib/storage/values/settings.ts';
import { candlesStoredAt } from '@/lib/storage/values/candles.ts';
import { toSeconds, type FeedId } from '@/lib/base/units.ts';
import { useRequiredTrust } from '../shared/hooks/use-required-trust.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

/** Candles as they were planned for a chart. */
export interface ChartCandles {
  known: KnownCandles;
  plan: CandlePlan;
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
      // Without a database there are none.
      const candles = await readCandles(id, period, schedule).catch(() => null);
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

/** Whether candles may be drawn: nobody signs them. */
export function useAreCandlesAllowed(): boolean {
  const areShown = useStored(areUnsignedCandlesShown) ?? false;
  return useRequiredTrust() === null || areShown;
}

async function readCandles(
  id: FeedId,
  period: CandlePeriod,
  schedule: AnySchedule,
): Promise<ChartCandles | null> {
  const service = await candleStore.readService();
  if (!service) return null;
  const now = Math.floor(toSeconds(Date.now()));
  const plan = planChart(period, {
    now: chartEnd(period, schedule, now),
    resolutions: service.resolutions.flatMap((text) => readResolution(text) ?? []),
    openShare: openShareOf(schedule),
  });
  const known = plan && (await candleStore.read(id, plan.resolution));
  return plan && known && known.candles.length > 1 ? { known, plan } : null;
}
