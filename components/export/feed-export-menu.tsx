import { lazy, Suspense, useState } from 'react';
import { t } from '@/lib/locale/t.ts';
import { IconButton } from '../shared/button.tsx';
import { ExportIcon } from '../shared/later-icons.tsx';

const FeedExportDialog = lazy(() => import('./feed-export-dialog.tsx'));

/** Button that opens the export dialog of one feed. */
export function FeedExportMenu({ id, symbol }: { id: string; symbol: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('export.openButton')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <ExportIcon />
      </IconButton>
      {isOpen && (
        <Suspense>
          <FeedExportDialog id={id} symbol={symbol} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
