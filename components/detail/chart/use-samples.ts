import { useEffect, useState } from 'react';
import type { CandlePeriod, ChartPeriod } from '@/lib/domain/history/periods.ts';
import { chartStepSeconds, PERIOD_SECONDS } from '@/lib/domain/history/time-grid.ts';
import { toSample, type Sample } from '@/lib/domain/history/sample.ts';
import { readSamples, watchSamples } from '@/lib/storage/history/samples.ts';
import { historyWanted } from '@/lib/storage/values/history.ts';
import { type UnixSeconds, toSeconds } from '@/lib/base/units.ts';
import { usePriceStore } from '../../shared/hooks/use-latest-price.ts';
import { useRead } from '../../shared/hooks/use-read.ts';

// Storage has every tick older than an hour.
const MAX_LIVE = 3_600;

/** The period of the signed prices beside candles: none older than a year are requested. */
export function samplePeriod(period: CandlePeriod): ChartPeriod {
  return period === 'all' ? '1y' : period;
}

/**
 * A feed's samples over a period, oldest first: the stored ones followed by live ticks. `undefined`
 * until the stored ones have been read. While this hook is in use, the background fills gaps.
 */
export function useSamples(id: string, period: CandlePeriod): readonly Sample[] | undefined {
  const stored = useStoredHistory(id, samplePeriod(period), readPeriod);
  const live = useLiveSamples(id);

  useEffect(() => {
    const request = { feedId: id, period };
    // Clear the request only if it is still this one: another chart may have replaced it.
    void historyWanted.update(() => request);
    return () => {
      void historyWanted.update((now) =>
        now?.feedId === id && now.period === period ? null : now,
      );
    };
  }, [id, period]);

  if (!stored) return undefined;
  const storedUntil = stored.at(-1)?.time ?? -Infinity;
  return [...stored, ...live.filter(({ time }) => time > storedUntil)];
}

function readPeriod(id: string, period: ChartPeriod, nowSeconds: UnixSeconds): Promise<Sample[]> {
  // Start a little earlier, so that there is a sample to compare with at the period's start.
  const from = nowSeconds - PERIOD_SECONDS[period] - chartStepSeconds(period);
  return readSamples(id, from, nowSeconds);
}

function useLiveSamples(id: string): readonly Sample[] {
  const store = usePriceStore();
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    const addTick = (): void => {
      const price = store.read(id)?.price;
      if (price) setSamples((before) => withTick(before, toSample(price)));
    };
    addTick();
    return store.subscribe(id, addTick);
  }, [store, id]);
  return samples;
}

/** Keeps only the last price of each second. */
function withTick(before: readonly Sample[], tick: Sample): readonly Sample[] {
  const last = before.at(-1);
  if (last && tick.time < last.time) return before;
  const earlier = last?.time === tick.time ? before.slice(0, -1) : before;
  return [...earlier.slice(1 - MAX_LIVE), tick];
}

/**
 * What `read` finds in a feed's stored history, read again whenever the history changes; `undefined`
 * until it has been read for this period.
 */
export function useStoredHistory<T>(
  id: string,
  period: ChartPeriod,
  read: (id: string, period: ChartPeriod, nowSeconds: UnixSeconds) => Promise<T>,
): T | undefined {
  return useRead(
    `${id} ${period}`,
    () => read(id, period, Math.floor(toSeconds(Date.now()))),
    watchSamples,
  );
}
