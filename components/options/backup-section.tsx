import { lazy, Suspense, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { Button } from '../shared/button.tsx';
import { BackupExport } from './backup-export.tsx';
import { BackupImport } from './backup-import.tsx';
import { Panel } from './panel.tsx';

const WatchlistExportDialog = lazy(() => import('../export/watchlist-export-dialog.tsx'));

export default function BackupSection() {
  return (
    <>
      <Panel title={t('backup.save.title')} hint={t('backup.save.hint')}>
        <BackupExport />
      </Panel>
      <Panel title={t('backup.import.title')}>
        <BackupImport />
      </Panel>
      <Panel title={t('backup.export.title')}>
        <WatchlistExport />
      </Panel>
    </>
  );
}

function WatchlistExport() {
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
