import { useMemo } from 'react';
import { samplesFile, signedBytesFiles, updateFile } from '@/lib/export/feed-files.ts';
import { ExportDialog } from './export-dialog.tsx';
import { feedPictures } from './feed-pictures.ts';
import { FileButtons } from './file-buttons.tsx';
import { JobStatus } from './job-status.tsx';
import { PictureForm } from './picture-form.tsx';
import { useExportJob } from './use-export-job.ts';

interface FeedExportDialogProps {
  id: string;
  symbol: string;
  onClose: () => void;
}

/** Dialog with all exports of one feed. */
export default function FeedExportDialog({ id, symbol, onClose }: FeedExportDialogProps) {
  const pictures = useMemo(() => feedPictures(symbol), [symbol]);
  const job = useExportJob();
  const feed = { id, symbol };

  return (
    <ExportDialog title={`Export ${symbol}`} onClose={onClose}>
      {pictures && <PictureForm sources={pictures} job={job} />}
      <FileButtons
        title="Prices"
        hint="All that are kept on this computer, with every digit."
        job={job}
        files={[
          { label: 'CSV', make: (nowMs) => samplesFile(feed, 'csv', nowMs) },
          { label: 'JSON', make: (nowMs) => samplesFile(feed, 'json', nowMs) },
        ]}
      />
      <FileButtons
        title="Latest update"
        hint="As the service sent it; its signed bytes fit any other verifier."
        job={job}
        files={[
          { label: 'JSON', make: (nowMs) => updateFile(feed, nowMs) },
          { label: 'Signed bytes', make: (nowMs) => signedBytesFiles(feed, nowMs) },
        ]}
      />
      <JobStatus job={job} />
    </ExportDialog>
  );
}
