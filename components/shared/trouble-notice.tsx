import { NewerVersionError, type StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import { classNames } from './button.tsx';
import styles from './notice.module.css';

const MAY_BE_FULL =
  'The change was not kept: the browser’s storage for Pricelight may be full. Free disk space, or ' +
  'remove feeds or alerts, then try again.';
const NEWER_VERSION =
  'The change was not saved: a newer version of Pricelight stored this, and it would be lost. ' +
  'Update Pricelight, then try again.';

interface TroubleNoticeProps {
  error: StorageWriteError;
  onDismiss: () => void;
}

/** Explains why a change could not be stored. */
export default function TroubleNotice({ error, onDismiss }: TroubleNoticeProps) {
  return (
    <div className={classNames(styles.notice, styles.trouble)} role="alert">
      <p>{error instanceof NewerVersionError ? NEWER_VERSION : MAY_BE_FULL}</p>
      <button type="button" onClick={onDismiss}>
        Dismiss
      </button>
    </div>
  );
}
