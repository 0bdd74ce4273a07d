import { useEffect, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { NewerVersionError, StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import { classNames } from './button.tsx';
import styles from './notice.module.css';

/** Reports failed writes. Pages do not await them, so they arrive as unhandled rejections. */
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
      <p>{t(error instanceof NewerVersionError ? 'common.newerVersion' : 'common.storageFull')}</p>
      <button type="button" onClick={() => setError(null)}>
        {t('common.dismissButton')}
      </button>
    </div>
  );
}
