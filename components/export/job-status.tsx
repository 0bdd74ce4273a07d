import type { ExportJob } from './use-export-job.ts';

/** Result of the last export. */
export function JobStatus({ job }: { job: ExportJob }) {
  return (
    <p
      role="status"
      aria-label="Export"
      className={job.isProblem ? 'export-status export-problem' : 'export-status'}
    >
      {job.isProblem && <span aria-hidden="true">✕ </span>}
      {job.message}
    </p>
  );
}
