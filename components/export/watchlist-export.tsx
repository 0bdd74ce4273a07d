import { lazy, Suspense, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { Button } from '../shared/button.tsx';

const WatchlistExportDialog = lazy(() => import('./watchlist-export-dialog.tsx'));

/** Button that opens the watchlist's export dialog. */
export function WatchlistExport() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('export.watchlist.openButton')}
      </Button>
      {isOpen && (
        <Suspense>
          <WatchlistExportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
