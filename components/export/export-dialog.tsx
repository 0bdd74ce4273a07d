import type { ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { IconButton } from '../shared/button.tsx';
import { closeDialog, Dialog } from '../shared/dialog.tsx';
import { CloseIcon } from '../shared/icons.tsx';
import type { ExportJob } from './use-export-job.ts';
import styles from './export-dialog.module.css';

interface ExportDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Escape, the close button and a press outside close the dialog. */
export function ExportDialog({ title, onClose, children }: ExportDialogProps) {
  return (
    <Dialog title={title} className={styles.dialog} isClosedOutside onClose={onClose}>
      <div className={styles.body}>
        <div className={styles.head}>
          <h2>{title}</h2>
          <IconButton
            label={t('common.closeButton')}
            onClick={(event) => closeDialog(event.currentTarget)}
          >
            <CloseIcon />
          </IconButton>
        </div>
        {children}
      </div>
    </Dialog>
  );
}

export function JobStatus({ job }: { job: ExportJob }) {
  return (
    <p
      role="status"
      aria-label={t('export.openButton')}
      className={styles.status}
      data-problem={job.isProblem || undefined}
    >
      {job.isProblem && <span aria-hidden="true">✕ </span>}
      {job.message}
    </p>
  );
}
