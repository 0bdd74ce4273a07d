import { useEffect, useState } from 'react';
import { StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import { classNames } from './button.tsx';
import styles from './notice.module.css';

/**
 * Reports that a change could not be stored. Pages do not wait for their own writes, so a failed
 * write arrives here as an unhandled rejection.
 */
export function StorageTrouble() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const handleRejection = (event: PromiseRejectionEvent): void => {
      if (!(event.reason instanceof StorageWriteError)) return;
      event.preventDefault();
      setShown(true);
    };
    window.addEventListener('unhandledrejection', handleRejection);
    return () => window.removeEventListener('unhandledrejection', handleRejection);
  }, []);
  if (!isShown) return null;
  return (
    <div className={classNames(styles.notice, styles.trouble)} role="alert">
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
