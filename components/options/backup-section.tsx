import { t } from '@/lib/base/locale/t.ts';
import { WatchlistExport } from '../export/watchlist-export.tsx';
import { BackupExport } from './backup-export.tsx';
import { BackupImport } from './backup-import.tsx';
import { Panel } from './panel.tsx';

/** Exports all user data to a file and imports it; exports the watchlist as a table or picture. */
export default function BackupSection() {
  return (
    <>
      <Panel title={t('backup.save.title')} hint={t('backup.save.hint')}>
        <BackupExport />
      </Panel>
      <Panel title={t('backup.import.title')} hint={t('backup.import.hint')}>
        <BackupImport />
      </Panel>
      <Panel title={t('backup.export.title')} hint={t('backup.export.hint')}>
        <WatchlistExport />
      </Panel>
    </>
  );
}
