import { isStale } from '@/lib/domain/prices/age.ts';
import { isMarketOpen } from '@/lib/domain/prices/market-schedule.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { clockSkewMs, useCorrectedClock } from './clock.ts';
import { useStored, useStoredPart } from './use-stored.ts';

/** Why a price is not current, updated over time. While the market is closed, no price is stale. */
export function useCondition(
  schedule: AnySchedule,
  price: StoredPrice | undefined,
): 'closed' | 'stale' | undefined {
  const marketOpen = useCorrectedClock((nowMs) => isMarketOpen(schedule, nowMs));
  const limitSeconds = useStored(staleLimitSeconds) ?? staleLimitSeconds.fallback;
  const stale = useStoredPart(
    lastAskedAt,
    (askedAt) =>
      price !== undefined &&
      isStale({
        publishTime: price.publishTime,
        // 0: no request in this session, so an old price only means that nothing was requested.
        lastAskedAtMs: askedAt === undefined || askedAt === 0 ? null : askedAt,
        skewMs: clockSkewMs(),
        limitSeconds,
        marketOpen,
      }),
  );
  if (!marketOpen) return 'closed';
  return stale ? 'stale' : undefined;
}
