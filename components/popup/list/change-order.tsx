import { useEffect, useRef, useMemo } from 'react';
import { isDeepEqual } from '@/lib/base/deep-equal.ts';
import { sortByFigure } from '@/lib/domain/watchlist/sort-by-figure.ts';
import { changeSince } from '@/lib/domain/history/change.ts';
import { type Decimal, toDecimal } from '@/lib/domain/prices/decimal.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { references } from '@/lib/storage/values/history.ts';
import { toSeconds, type FeedId } from '@/lib/base/units.ts';
import { useClock } from '../../shared/hooks/clock.ts';
import { useChangePeriod } from '../../shared/hooks/use-change-period.ts';
import { useShownConversion } from '../../shared/hooks/use-conversion.ts';
import { usePriceStore } from '../../shared/hooks/use-latest-price.ts';
import { useRequiredTrust } from '../../shared/hooks/use-required-trust.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';

interface ChangeOrderProps {
  ids: readonly string[];
  onOrder: (ids: readonly string[]) => void;
}

/** Renders nothing; keeps the order by change up to date while it is mounted. */
export default function ChangeOrder({ ids, onOrder }: ChangeOrderProps) {
  useOrder(ids, useChangeOrder(ids), onOrder);
  return null;
}

/** Sorts by figures and calls back with a new order. `null`: the figures are not known yet. */
export function useOrder(
  ids: readonly FeedId[],
  figures: ReadonlyMap<FeedId, Decimal | null> | null,
  onOrder: (ids: readonly FeedId[]) => void,
): void {
  const lastOrder = useRef<readonly string[]>([]);
  useEffect(() => {
    const order = figures && sortByFigure(ids, figures);
    // Most price changes leave the order as it is.
    if (!order || isDeepEqual(order, lastOrder.current)) return;
    lastOrder.current = order;
    onOrder(order);
  }, [ids, figures, onOrder]);
}

// Rows that move while the user is reading them are worse than a slightly outdated order.
const ORDER_EVERY_MS = 5_000;

/** Percentage changes of these feeds, for sorting; recalculated only every few seconds. */
export function useChangeOrder(ids: readonly string[]): ReadonlyMap<FeedId, Decimal | null> {
  const store = usePriceStore();
  const conversion = useShownConversion();
  const period = useChangePeriod();
  const texts = useStored(references[period]);
  const attributes = useStored(followedFeeds);
  const requiredTrust = useRequiredTrust();
  const nowMs = useClock((ms) => Math.floor(ms / ORDER_EVERY_MS) * ORDER_EVERY_MS);
  return useMemo(() => {
    const nowSeconds = toSeconds(nowMs);
    const percentOf = (id: string): Decimal | null => {
      const latest = store.read(id)?.price;
      const price = latest ? toDecimal(latest.price, latest.expo) : null;
      if (!price) return null;
      const text = conversion ? conversion.pastPrice(id, texts) : (texts?.[id] ?? null);
      const change = changeSince(price, {
        text,
        period,
        nowSeconds,
        requiredTrust,
        attributes: attributes?.[id],
      });
      return change.none === undefined ? change.percent : null;
    };
    return new Map(ids.map((id) => [id, percentOf(id)]));
  }, [ids, store, conversion, period, texts, requiredTrust, attributes, nowMs]);
}
