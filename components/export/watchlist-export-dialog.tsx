import { watchlistFile } from '@/lib/pages/export/watchlist-table.ts';
import { t } from '@/lib/base/locale/t.ts';
import { ExportDialog, JobStatus } from './export-dialog.tsx';
import { FileButtons } from './file-buttons.tsx';
import { HoldingsForm } from './holdings-form.tsx';
import { PictureForm } from './picture-form.tsx';
import { useExportJob } from './use-export-job.ts';

export default function WatchlistExportDialog({ onClose }: { onClose: () => void }) {
  const job = useExportJob();
  return (
    <ExportDialog title={t('export.watchlist.title')} onClose={onClose}>
      <PictureForm subject="watchlist" job={job} />
      <FileButtons
        title={t('export.watchlist.table')}
        job={job}
        files={[
          { label: 'CSV', make: (nowMs) => watchlistFile('csv', nowMs) },
          { label: 'JSON', make: (nowMs) => watchlistFile('json', nowMs) },
        ]}
      />
      <HoldingsForm job={job} />
      <JobStatus job={job} />
    </ExportDialog>
  );
}
