import { lazy, Suspense } from 'react';
import { alertMarks } from '@/lib/storage/values/alert-marks.ts';
import type { AlertMarkState } from '@/lib/domain/alerts/model/mark.ts';
import { useStoredPart } from '../../shared/hooks/use-stored.ts';

// Loaded only when an alert has fired, so that the watchlist paints without this code.
const FiredAlerts = lazy(() => import('../../alerts/fired-alerts.tsx'));
const UnseenCount = lazy(() => import('../../alerts/unseen-count.tsx'));

/** Unseen firings, below the list so that no row moves. */
export function FiredPlace() {
  const isFired = useStoredPart(alertMarks, hasFired);
  return (
    isFired && (
      <Suspense>
        <FiredAlerts />
      </Suspense>
    )
  );
}

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

function hasFired(marks: Record<string, AlertMarkState> | undefined): boolean {
  return marks !== undefined && Object.values(marks).includes('fired');
}
