import { lazy, Suspense, useState } from 'react';
import { alertMarks, type AlertMark } from '@/lib/storage/alert-marks.ts';
import { useStoredPart } from '../hooks/use-stored.ts';

// Loaded when there is something to tell: the watchlist paints without it.
const FiredAlerts = lazy(() => import('../alerts/fired-alerts.tsx'));
const UnseenCount = lazy(() => import('../alerts/unseen-count.tsx'));

/** What fired and was not seen yet, beneath the list so that no row moves. */
export function FiredPlace() {
  const isFired = useStoredPart(alertMarks, hasFired);
  // Shown is seen: it stays on the page although the mark goes.
  const [wasFired, setWasFired] = useState(isFired);
  if (isFired && !wasFired) setWasFired(true);
  return (
    wasFired && (
      <Suspense>
        <FiredAlerts />
      </Suspense>
    )
  );
}

/** How many firings were not seen yet; nothing where all were. */
export function UnseenPlace() {
  const isFired = useStoredPart(alertMarks, hasFired);
  return (
    isFired && (
      <Suspense>
        <UnseenCount />
      </Suspense>
    )
  );
}

function hasFired(marks: Record<string, AlertMark> | undefined): boolean {
  return marks !== undefined && Object.values(marks).includes('fired');
}
