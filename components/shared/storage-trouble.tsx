import { useEffect, useState } from 'react';
import { StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import './storage-trouble.css';

/**
 * Says that a change could not be stored. Pages show what is stored and do not wait for their own
 * writes: whichever failed arrives here.
 */
export function StorageTrouble() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const heed = (event: PromiseRejectionEvent): void => {
      if (!(event.reason instanceof StorageWriteError)) return;
      event.preventDefault();
      setShown(true);
    };
    window.addEventListener('unhandledrejection', heed);
    return () => window.removeEventListener('unhandledrejection', heed);
  }, []);
  if (!isShown) return null;
  return (
    <div className="storage-trouble" role="alert">
      <p>
        The change was not kept: the browser’s storage for Pricelight may be full. Free disk space,
        or remove feeds or alerts, then try again.
      </p>
      <button type="button" onClick={() => setShown(false)}>
        Dismiss
      </button>
    </div>
  );
}
