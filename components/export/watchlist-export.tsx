import { lazy, Suspense, useState } from 'react';

const WatchlistExportDialog = lazy(() => import('./watchlist-export-dialog.tsx'));

/** Button that opens the watchlist's export dialog. */
export function WatchlistExport() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Export the watchlist…
      </button>
      {isOpen && (
        <Suspense>
          <WatchlistExportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
