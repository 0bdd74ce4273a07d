import { useEffect, useState } from 'react';
import { readGap } from '@/lib/history/gaps.ts';
import type { Gap } from '@/lib/history/past-price.ts';
import type { ChartPeriod } from '@/lib/history/periods.ts';
import { watchSamples } from '@/lib/history/samples.ts';
import { chartStepSeconds, longestDelaySeconds, PERIOD_SECONDS } from '@/lib/history/time-grid.ts';
import { toSeconds } from '@/lib/units.ts';

/** Why a feed has no price at the start of a period; `null` if it has one or that is unknown. */
export function useGapAtStart(id: string, period: ChartPeriod): Gap | null {
  const [known, setKnown] = useState<{ period: ChartPeriod; gap: Gap | null }>();

  useEffect(() => {
    let isMounted = true;
    const read = async (): Promise<void> => {
      const start = Math.floor(toSeconds(Date.now())) - PERIOD_SECONDS[period];
      const from = start - chartStepSeconds(period);
      const gap = await readGap(id, from, start + longestDelaySeconds(period));
      if (isMounted) setKnown({ period, gap });
    };
    const stopWatching = watchSamples(() => void read());
    void read();
    return () => {
      isMounted = false;
      stopWatching();
    };
  }, [id, period]);

  return known?.period === period ? known.gap : null;
}
