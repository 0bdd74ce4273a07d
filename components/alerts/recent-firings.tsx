import { useId } from 'react';
import type { Firing } from '@/lib/alerts/firing.ts';
import { FiringRow } from './firing-row.tsx';

/** So many are shown at first, and with each wish for more. */
export const FIRINGS_A_PAGE = 20;

interface RecentFiringsProps {
  title: string;
  firings: readonly Firing[];
  /** How many of them are shown. */
  count: number;
  onMore: () => void;
}

/** Firings, newest first. */
export function RecentFirings({ title, firings, count, onMore }: RecentFiringsProps) {
  const headingId = useId();
  if (firings.length === 0) return null;
  return (
    <section className="firings" aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <ul>
        {firings.slice(0, count).map((firing) => (
          <FiringRow key={firing.id} firing={firing} />
        ))}
      </ul>
      {firings.length > count && (
        <button type="button" className="alert-more" onClick={onMore}>
          Show {Math.min(FIRINGS_A_PAGE, firings.length - count)} more of {firings.length}
        </button>
      )}
    </section>
  );
}
