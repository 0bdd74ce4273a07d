import { firings } from '@/lib/storage/alerts.ts';
import { useStoredPart } from '../hooks/use-stored.ts';
import { isNews } from './use-fresh-firings.ts';

/** How many firings were not seen yet, on the way to them. */
export default function UnseenCount() {
  const count = useStoredPart(firings, (history) => history?.filter(isNews).length ?? 0);
  if (count === 0) return null;
  return (
    <span className="unseen-count">
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> not seen yet</span>
    </span>
  );
}
