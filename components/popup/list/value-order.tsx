import { useMemo } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import { useValuationAtTimes } from '../../holdings/use-valuation.ts';
import { figuresOf } from '../../holdings/sort-holdings.ts';
import { useOrder } from './change-order.tsx';

interface ValueOrderProps {
  ids: readonly FeedId[];
  onOrder: (ids: readonly FeedId[]) => void;
}

/** Renders nothing; keeps the order by the value of holdings up to date while mounted. */
export default function ValueOrder({ ids, onOrder }: ValueOrderProps) {
  const worth = useValuationAtTimes(ids);
  useOrder(
    ids,
    useMemo(() => worth && figuresOf(worth.valuation, 'value'), [worth]),
    onOrder,
  );
  return null;
}
