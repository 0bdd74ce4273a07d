import { useEffect, useState } from 'react';
import { readPastPrices, type PastPrices } from '@/lib/pages/alerts/past-prices.ts';
import { candlesStoredAt, rehearsedFeed } from '@/lib/storage/values/candles.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useAreCandlesAllowed } from './use-are-candles-allowed.ts';
import { useRequiredTrust } from './use-market.ts';

/** Prices are read again until the shortest candles are there; then newer ones hardly matter. */
const SHORTEST_SECONDS = 60;

/**
 * The known prices of a feed's last 30 days; the worker fetches missing ones. `undefined` until
 * they have been read. @param id `null`: no feed
 */
export function usePastPrices(
  id: FeedId | null,
  attributes: Record<string, string>,
): PastPrices | undefined {
  const areCandlesAllowed = useAreCandlesAllowed();
  const requiredTrust = useRequiredTrust();
  const [read, setRead] = useState<{ key: string; past: PastPrices }>();
  const key = `${id} ${areCandlesAllowed} ${requiredTrust}`;

  useEffect(() => {
    if (id === null) return undefined;
    void rehearsedFeed.update(() => id);
    return () => {
      // Another form may have set its own feed meanwhile.
      void rehearsedFeed.update((now) => (now === id ? null : now));
    };
  }, [id]);

  useEffect(() => {
    if (id === null) return undefined;
    const state = { isMounted: true, isComplete: false };
    const update = async (): Promise<void> => {
      if (state.isComplete) return;
      const past = await readPastPrices(id, { attributes, areCandlesAllowed, requiredTrust });
      if (!state.isMounted) return;
      state.isComplete = past.candles !== null && past.candles.length <= SHORTEST_SECONDS;
      setRead({ key, past });
    };
    const stopWatching = candlesStoredAt.watch(() => void update());
    void update();
    return () => {
      state.isMounted = false;
      stopWatching();
    };
  }, [id, attributes, areCandlesAllowed, requiredTrust, key]);

  return read?.key === key ? read.past : undefined;
}
