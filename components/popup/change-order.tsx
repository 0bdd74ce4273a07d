import { useEffect, useRef } from 'react';
import { sortByFigure } from '@/lib/domain/watchlist/sort-by-figure.ts';
import { useChangeOrder } from '../hooks/use-changes.ts';

interface ChangeOrderProps {
  ids: readonly string[];
  onOrder: (ids: readonly string[]) => void;
}

/** Renders nothing; keeps the order by change up to date while it is mounted. */
export default function ChangeOrder({ ids, onOrder }: ChangeOrderProps) {
  const changes = useChangeOrder(ids);
  const lastOrder = useRef<readonly string[]>([]);
  useEffect(() => {
    const order = sortByFigure(ids, changes);
    // Most price changes leave the order as it is.
    if (
      order.length === lastOrder.current.length &&
      order.every((id, at) => id === lastOrder.current[at])
    ) {
      return;
    }
    lastOrder.current = order;
    onOrder(order);
  }, [ids, changes, onOrder]);
  return null;
}
