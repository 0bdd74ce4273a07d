import { lazy, Suspense, useState } from 'react';
import { ExportIcon } from '../shared/icons.tsx';

const FeedExportDialog = lazy(() => import('./feed-export-dialog.tsx'));

/** Button that opens the export dialog of one feed. */
export function FeedExportMenu({ id, symbol }: { id: string; symbol: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="Export"
        title="Export"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <ExportIcon />
      </button>
      {isOpen && (
        <Suspense>
          <FeedExportDialog id={id} symbol={symbol} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
