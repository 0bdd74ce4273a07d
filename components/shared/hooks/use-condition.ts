import { useSyncExternalStore } from 'react';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { conditionOf, type Condition, type MarketMoment } from '@/lib/domain/prices/condition.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { clockSkewMs, shownTime, subscribeClock } from './clock.ts';
import { readStored, subscribeStored } from './use-stored.ts';

/** Updated over time. */
export function useCondition(
  attributes: FeedAttributes | undefined,
  price: StoredPrice | undefined,
): Condition | undefined {
  // One hook for all that a moment consists of: 500 streaming rows have it.
  const now = () => conditionOf({ ...momentAt(shownTime()), attributes, price });
  return useSyncExternalStore(subscribeMoment, now) ?? undefined;
}

/** As far as the page knows. Current while something of it is shown. */
export function momentAt(nowMs: UnixMilliseconds): MarketMoment {
  return {
    lastAskedAtMs: readStored(lastAskedAt) ?? 0,
    limitSeconds: readStored(staleLimitSeconds) ?? staleLimitSeconds.fallback,
    nowMs,
    skewMs: clockSkewMs(),
  };
}

function subscribeMoment(onChange: () => void): () => void {
  const stops = [
    subscribeClock(onChange),
    subscribeStored(lastAskedAt, onChange),
    subscribeStored(staleLimitSeconds, onChange),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
