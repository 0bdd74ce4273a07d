import { useEffect, useState } from 'react';
import { NewerVersionError, StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import { classNames } from './button.tsx';
import styles from './notice.module.css';

const MAY_BE_FULL =
  'The change was not kept: the browser’s storage for Pricelight may be full. Free disk space, or ' +
  'remove feeds or alerts, then try again.';
const NEWER_VERSION =
  'The change was not saved: a newer version of Pricelight stored this, and it would be lost. ' +
  'Update Pricelight, then try again.';

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
    <div className={classNames(styles.notice, styles.trouble)} role="alert">
      <p>{error instanceof NewerVersionError ? NEWER_VERSION : MAY_BE_FULL}</p>
      <button type="button" onClick={() => setError(null)}>
        Dismiss
      </button>
    </div>
  );
}
