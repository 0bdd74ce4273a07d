import { useEffect, useState } from 'react';
import type { ChartPeriod } from '@/lib/domain/history/periods.ts';
import { watchSamples } from '@/lib/storage/history/samples.ts';
import { toSeconds, type UnixSeconds } from '@/lib/base/units.ts';

/**
 * What `read` finds in a feed's stored history, read again whenever the history changes; `undefined`
 * until it has been read for this period.
 *
 * @param read a function that stays the same
 */
export function useStoredHistory<T>(
  id: string,
  period: ChartPeriod,
  read: (id: string, period: ChartPeriod, nowSeconds: UnixSeconds) => Promise<T>,
): T | undefined {
  const [known, setKnown] = useState<{ period: ChartPeriod; value: T }>();

  useEffect(() => {
    let isMounted = true;
    const update = async (): Promise<void> => {
      const value = await read(id, period, Math.floor(toSeconds(Date.now())));
      if (isMounted) setKnown({ period, value });
    };
    const stopWatching = watchSamples(() => void update());
    void update();
    return () => {
      isMounted = false;
      stopWatching();
    };
  }, [id, period, read]);

  return known?.period === period ? known.value : undefined;
}
