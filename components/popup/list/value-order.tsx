import { useMemo } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import { useValuationAtTimes, valuesOf } from '../../holdings/use-valuation.ts';
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
    useMemo(() => worth && valuesOf(worth.valuation), [worth]),
    onOrder,
  );
  return null;
}
