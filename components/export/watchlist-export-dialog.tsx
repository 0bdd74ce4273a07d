import type { PictureSource } from './picture-source.ts';
import { ExportDialog } from './export-dialog.tsx';
import { FileButtons } from './file-buttons.tsx';
import { JobStatus } from './job-status.tsx';
import { PictureForm } from './picture-form.tsx';
import { useExportJob } from './use-export-job.ts';
import { watchlistFile } from '@/lib/export/watchlist-files.ts';
import { readWatchlist } from '@/lib/export/watchlist-snapshot.ts';
import { buildWatchlistPicture } from './watchlist-picture.tsx';

const PICTURES: readonly [PictureSource] = [
  {
    id: 'watchlist',
    label: 'Watchlist',
    subject: 'prices',
    build: async () => buildWatchlistPicture(await readWatchlist(Date.now())),
  },
];

/** Dialog with all exports of the watchlist. */
export default function WatchlistExportDialog({ onClose }: { onClose: () => void }) {
  const job = useExportJob();
  return (
    <ExportDialog title="Export the watchlist" onClose={onClose}>
      <PictureForm sources={PICTURES} job={job} />
      <FileButtons
        title="Table"
        hint="The feeds of the selected tab with their prices, every digit of them."
        job={job}
        files={[
          { label: 'CSV', make: (nowMs) => watchlistFile('csv', nowMs) },
          { label: 'JSON', make: (nowMs) => watchlistFile('json', nowMs) },
        ]}
      />
      <JobStatus job={job} />
    </ExportDialog>
  );
}
