import { useMemo } from 'react';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useCondition } from '../hooks/use-condition.ts';
import { useLatestPrice } from '../hooks/use-latest-price.ts';

/** The latest price of a feed, in the form that its alerts check; `null` while none is known. */
export function useAlertPrice(
  feedId: FeedId,
  attributes: Record<string, string>,
): AlertPrice | null {
  const price = useLatestPrice(feedId)?.price;
  const condition = useCondition(parseSchedule(attributes), price);
  return useMemo(
    () =>
      price ? { ...price, marketOpen: condition !== 'closed', stale: condition === 'stale' } : null,
    [price, condition],
  );
}
