import { useEffect, useRef, useMemo } from 'react';
import { isDeepEqual } from '@/lib/base/deep-equal.ts';
import { sortByFigure } from '@/lib/domain/watchlist/sort-by-figure.ts';
import { changeOf } from '@/lib/domain/market/change.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { references } from '@/lib/storage/values/history.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useClock } from '../../shared/hooks/clock.ts';
import { useChangePeriod } from '../../shared/hooks/use-change-period.ts';
import { useShownConversion } from '../../shared/hooks/use-conversion.ts';
import { usePriceStore } from '../../shared/hooks/use-latest-price.ts';
import { useMarketSettings } from '../../shared/hooks/use-market.ts';
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
  const settings = useMarketSettings();
  const period = useChangePeriod();
  const texts = useStored(references[period]);
  const nowMs = useClock((ms) => Math.floor(ms / ORDER_EVERY_MS) * ORDER_EVERY_MS);
  return useMemo(() => {
    const percentOf = (id: string): Decimal | null => {
      if (!settings) return null;
      const price = store.read(id)?.price;
      const text = conversion ? conversion.pastPrice(id, texts) : (texts?.[id] ?? null);
      const change = changeOf({ ...settings, nowMs }, id, { price, period, text });
      return change.none === undefined ? change.percent : null;
    };
    return new Map(ids.map((id) => [id, percentOf(id)]));
  }, [ids, store, conversion, settings, period, texts, nowMs]);
}
