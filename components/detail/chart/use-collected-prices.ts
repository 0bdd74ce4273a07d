import { useEffect, useState } from 'react';
import { toCollectedPrice, type CollectedPrice } from '@/lib/domain/history/collected-price.ts';
import type { CandlePeriod, ChartPeriod } from '@/lib/domain/history/periods.ts';
import { chartStepSeconds, PERIOD_SECONDS } from '@/lib/domain/history/time-grid.ts';
import {
  readCollectedPrices,
  watchCollectedPrices,
} from '@/lib/storage/history/collected-prices.ts';
import { historyWanted } from '@/lib/storage/values/history.ts';
import { type UnixSeconds, toSeconds } from '@/lib/base/units.ts';
import { usePriceStore } from '../../shared/hooks/use-latest-price.ts';
import { useRead } from '../../shared/hooks/use-read.ts';

// Storage has every tick older than an hour.
const MAX_LIVE = 3_600;

/** The period of the signed prices beside candles: none older than a year are requested. */
export function collectedPeriod(period: CandlePeriod): ChartPeriod {
  return period === 'all' ? '1y' : period;
}

/**
 * A feed's prices over a period, oldest first: the stored ones followed by live ticks. `undefined`
 * until the stored ones have been read. While this hook is in use, the background fills gaps.
 */
export function useCollectedPrices(
  id: string,
  period: CandlePeriod,
): readonly CollectedPrice[] | undefined {
  const stored = useStoredHistory(id, collectedPeriod(period), readPeriod);
  const live = useLivePrices(id);

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

function readPeriod(
  id: string,
  period: ChartPeriod,
  nowSeconds: UnixSeconds,
): Promise<CollectedPrice[]> {
  // Start a little earlier, so that there is one to compare with at the period's start.
  const from = nowSeconds - PERIOD_SECONDS[period] - chartStepSeconds(period);
  return readCollectedPrices(id, from, nowSeconds);
}

function useLivePrices(id: string): readonly CollectedPrice[] {
  const store = usePriceStore();
  const [prices, setPrices] = useState<readonly CollectedPrice[]>([]);
  useEffect(() => {
    const addTick = (): void => {
      const price = store.read(id)?.price;
      if (price) setPrices((before) => withTick(before, toCollectedPrice(price)));
    };
    addTick();
    return store.subscribe(id, addTick);
  }, [store, id]);
  return prices;
}

/** Keeps only the last price of each second. */
function withTick(
  before: readonly CollectedPrice[],
  tick: CollectedPrice,
): readonly CollectedPrice[] {
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
    watchCollectedPrices,
  );
}
