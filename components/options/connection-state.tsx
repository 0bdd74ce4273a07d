import { useEffect, useState } from 'react';
import { statusText } from '@/lib/domain/connection/status-words.ts';
import { readLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { clockSkewMs, useClock } from '../shared/hooks/clock.ts';
import { createPriceStore, PriceStoreContext } from '../shared/hooks/use-latest-price.ts';
import { StandingProvider, useStanding } from '../shared/hooks/use-standing.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { StatusDot } from '../shared/status-dot.tsx';

/** The same sentence as below the list. */
export default function ConnectionState() {
  const [store] = useState(createPriceStore);
  const [isRead, setRead] = useState(false);
  // Which prices are stale depends on these two values.
  useStored(lastAskedAt);
  useStored(staleLimitSeconds);
  useEffect(() => {
    void Promise.all([watchlist.getValue(), trustInForce.getValue()]).then(async ([ids, trust]) => {
      store.prime(await readLatestPrices(ids, trust), trust);
      setRead(true);
    });
    return store.close;
  }, [store]);
  return (
    isRead && (
      <PriceStoreContext value={store}>
        <StandingProvider>
          <Sentence />
        </StandingProvider>
      </PriceStoreContext>
    )
  );
}

function Sentence() {
  const { status } = useStanding();
  return (
    <>
      <StatusDot code={status.code} />
      {useClock((nowMs) => statusText(status, { nowMs, skewMs: clockSkewMs() }))}
    </>
  );
}
