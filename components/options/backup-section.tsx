import { lazy, Suspense, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { Button } from '../shared/button.tsx';
import { BackupExport } from './backup-export.tsx';
import { BackupImport } from './backup-import.tsx';
import { OptionsPanel } from './panel.tsx';

const WatchlistExportDialog = lazy(() => import('../export/watchlist-export-dialog.tsx'));

export default function BackupSection() {
  return (
    <>
      <OptionsPanel title={t('backup.save.title')} hint={t('backup.save.hint')}>
        <BackupExport />
      </OptionsPanel>
      <OptionsPanel title={t('backup.import.title')}>
        <BackupImport />
      </OptionsPanel>
      <OptionsPanel title={t('backup.export.title')}>
        <WatchlistExport />
      </OptionsPanel>
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
