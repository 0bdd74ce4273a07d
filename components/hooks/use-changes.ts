import { useMemo } from 'react';
import { changeSince } from '@/lib/domain/history/change.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { references } from '@/lib/storage/values/history.ts';
import { toSeconds, type FeedId } from '@/lib/base/units.ts';
import { useClock } from './clock.ts';
import { useChangePeriod } from './use-change-period.ts';
import { useShownConversion } from './use-conversion.ts';
import { usePriceStore } from './use-latest-price.ts';
import { useRequiredTrust } from './use-required-trust.ts';
import { useStored } from './use-stored.ts';

// Rows that move while the user is reading them are worse than a slightly outdated order.
const ORDER_EVERY_MS = 5_000;

/** Percentage changes of these feeds, for sorting; recalculated only every few seconds. */
export function useChangeOrder(ids: readonly string[]): ReadonlyMap<FeedId, Decimal | null> {
  const store = usePriceStore();
  const conversion = useShownConversion();
  const period = useChangePeriod();
  const texts = useStored(references[period]);
  const requiredTrust = useRequiredTrust();
  const nowMs = useClock((ms) => Math.floor(ms / ORDER_EVERY_MS) * ORDER_EVERY_MS);
  return useMemo(() => {
    const nowSeconds = toSeconds(nowMs);
    const percentOf = (id: string): Decimal | null => {
      const latest = store.read(id)?.price;
      const price = latest ? toDecimal(latest.price, latest.expo) : null;
      if (!price) return null;
      const text = conversion ? conversion.pastPrice(id, texts) : (texts?.[id] ?? null);
      const change = changeSince(price, { text, period, nowSeconds, requiredTrust });
      return change.none === undefined ? change.percent : null;
    };
    return new Map(ids.map((id) => [id, percentOf(id)]));
  }, [ids, store, conversion, period, texts, requiredTrust, nowMs]);
}
