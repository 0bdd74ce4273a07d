import { isStale } from '@/lib/domain/prices/age.ts';
import { isAfterHours, type Condition } from '@/lib/domain/prices/condition.ts';
import { isMarketOpen } from '@/lib/domain/prices/market-schedule.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { clockSkewMs, useCorrectedClock } from './clock.ts';
import { useStored, useStoredPart } from './use-stored.ts';

/** Updated over time. No price is stale while its market is closed. */
export function useCondition(
  schedule: AnySchedule,
  price: StoredPrice | undefined,
): Condition | undefined {
  const marketOpen = useCorrectedClock((nowMs) => isMarketOpen(schedule, nowMs));
  const limitSeconds = useStored(staleLimitSeconds) ?? staleLimitSeconds.fallback;
  // 0: no request in this session, so an old price is not stale.
  return (
    useStoredPart(lastAskedAt, (lastAskedAtMs = 0) => {
      const asked = { lastAskedAtMs, skewMs: clockSkewMs() };
      if (!marketOpen) return isAfterHours(schedule, price, asked) ? 'after-hours' : 'closed';
      if (!price || lastAskedAtMs === 0) return null;
      const { publishTime } = price;
      return isStale({ publishTime, ...asked, limitSeconds, marketOpen }) ? 'stale' : null;
    }) ?? undefined
  );
}
