import { useEffect, useRef } from 'react';
import { sortByChange } from '@/lib/watchlist/sort-by-change.ts';
import { useChangeOrder } from '../hooks/use-changes.ts';

interface ChangeOrderProps {
  ids: readonly string[];
  onOrder: (ids: readonly string[]) => void;
}

/** Shows nothing; keeps the order by change up to date while it is wanted. */
export default function ChangeOrder({ ids, onOrder }: ChangeOrderProps) {
  const changes = useChangeOrder(ids);
  const told = useRef<readonly string[]>([]);
  useEffect(() => {
    const order = sortByChange(ids, changes);
    // Most of the time the prices move and the order does not.
    if (order.length === told.current.length && order.every((id, at) => id === told.current[at])) {
      return;
    }
    told.current = order;
    onOrder(order);
  }, [ids, changes, onOrder]);
  return null;
}
