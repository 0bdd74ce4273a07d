import { useEffect, useMemo, useRef } from 'react';
import { isDeepEqual } from '@/lib/base/deep-equal.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { sortByFigure } from '@/lib/domain/watchlist/sort-by-figure.ts';
import { useValuationAtTimes } from '../holdings/use-valuation.ts';
import { figuresOf } from '../holdings/sort-holdings.ts';

interface ValueOrderProps {
  ids: readonly FeedId[];
  by: 'value' | 'gain';
  onOrder: (ids: readonly FeedId[]) => void;
}

/** Renders nothing; keeps the order by the value or gain of holdings up to date while mounted. */
export default function ValueOrder({ ids, by, onOrder }: ValueOrderProps) {
  const worth = useValuationAtTimes(ids);
  const lastOrder = useRef<readonly FeedId[]>([]);
  const order = useMemo(
    () => (worth ? sortByFigure(ids, figuresOf(worth.valuation, by)) : null),
    [worth, ids, by],
  );
  useEffect(() => {
    // Most price changes leave the order as it is.
    if (!order || isDeepEqual(order, lastOrder.current)) return;
    lastOrder.current = order;
    onOrder(order);
  }, [order, onOrder]);
  return null;
}
