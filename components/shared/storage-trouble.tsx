import { lazy, Suspense, useEffect, useState } from 'react';
import { StorageWriteError } from '@/lib/storage/storage-write-error.ts';

// Loaded only when there is trouble, so that the watchlist paints without this code.
const TroubleNotice = lazy(() => import('./trouble-notice.tsx'));

/**
 * Reports that a change could not be stored. Pages do not wait for their own writes, so a failed
 * write arrives here as an unhandled rejection.
 */
export function StorageTrouble() {
  const [error, setError] = useState<StorageWriteError | null>(null);
  useEffect(() => {
    const handleRejection = (event: PromiseRejectionEvent): void => {
      if (!(event.reason instanceof StorageWriteError)) return;
      event.preventDefault();
      setError(event.reason);
    };
    window.addEventListener('unhandledrejection', handleRejection);
    return () => window.removeEventListener('unhandledrejection', handleRejection);
  }, []);
  if (!error) return null;
  return (
    <Suspense>
      <TroubleNotice error={error} onDismiss={() => setError(null)} />
    </Suspense>
  );
}
