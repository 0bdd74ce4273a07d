import { useMemo } from 'react';
import type { Valuation } from '@/lib/domain/holdings/value-holdings.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useValuationAtTimes } from '../../holdings/use-valuation.ts';
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

/** Gains are compared by percentage, as shown in rows. */
function figuresOf({ counted }: Valuation, by: ValueOrderProps['by']) {
  return new Map(
    counted.map(({ feedId, price, gain }) => [
      feedId,
      by === 'value' ? price : (gain?.percent ?? null),
    ]),
  );
}
