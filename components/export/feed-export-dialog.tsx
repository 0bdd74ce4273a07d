import { collectedPricesFile } from '@/lib/pages/export/feed-files.ts';
import { feedProof } from '@/lib/pages/proofs/save-proof.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { ExportDialog, JobStatus } from './export-dialog.tsx';
import { FileButtons } from './file-buttons.tsx';
import { PictureForm } from './picture-form.tsx';
import { useExportJob } from './use-export-job.ts';

interface FeedExportDialogProps {
  id: FeedId;
  symbol: string;
  onClose: () => void;
}

export default function FeedExportDialog({ id, symbol, onClose }: FeedExportDialogProps) {
  const job = useExportJob();
  const feed = { id, symbol };

  return (
    <ExportDialog title={t('export.title', { symbol })} onClose={onClose}>
      <PictureForm id={id} subject={symbol} job={job} />
      <FileButtons
        title={t('chart.prices')}
        job={job}
        files={[
          { label: 'CSV', make: (nowMs) => collectedPricesFile(feed, 'csv', nowMs) },
          { label: 'JSON', make: (nowMs) => collectedPricesFile(feed, 'json', nowMs) },
        ]}
      />
      <FileButtons
        title={t('proof.title')}
        job={job}
        files={[{ label: t('proofFile.saveButton'), make: (nowMs) => feedProof(feed, nowMs) }]}
      />
      <JobStatus job={job} />
    </ExportDialog>
  );
}
