import { t } from '@/lib/base/locale/t.ts';
import type { ExportJob } from './use-export-job.ts';
import styles from './export-dialog.module.css';

/** Result of the last export. */
export function JobStatus({ job }: { job: ExportJob }) {
  return (
    <p
      role="status"
      aria-label={t('export.status')}
      className={styles.status}
      data-problem={job.isProblem || undefined}
    >
      {job.isProblem && <span aria-hidden="true">✕ </span>}
      {job.message}
    </p>
  );
}
