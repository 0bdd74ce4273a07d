import { lazy, Suspense, useState, type ReactNode } from 'react';
import { BACKUP_VERSION } from '@/lib/pages/export/backup/format.ts';
import { readStoredState } from '@/lib/pages/export/backup/stored-state.ts';
import { writeBackup, type BackupOptions } from '@/lib/pages/export/backup/write.ts';
import { fileName } from '@/lib/pages/export/file-name.ts';
import { saveFile, textFile } from '@/lib/pages/export/files.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { t } from '@/lib/base/locale/t.ts';
import { isSyncOn, syncStatus, type SyncStatus } from '@/lib/storage/values/sync.ts';
import { useExportJob } from '../export/use-export-job.ts';
import { Button } from '../shared/button.tsx';
import { SwitchField } from '../shared/check.tsx';
import { OptionRow } from '../shared/field.tsx';
import formStyles from '../shared/form.module.css';
import { useHasHoldings } from '../shared/hooks/use-has-holdings.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { BackupImport } from './backup-import.tsx';
import { CheckFile } from './check-file.tsx';

const WatchlistExportDialog = lazy(() => import('../export/watchlist-export-dialog.tsx'));

export function DataSection() {
  return (
    <>
      <SyncSwitch />
      <BackupExport />
      <BackupImport />
      <WatchlistExport />
      <CheckFile />
    </>
  );
}

function SyncSwitch() {
  const isOn = useStored(isSyncOn);
  const status = useStored(syncStatus);
  if (isOn === undefined || !status) return null;
  const isTrouble = status.problem !== null && status.problem !== 'samples';
  return (
    <SwitchField
      label={t('sync.title')}
      hint={t('sync.hint')}
      checked={isOn}
      onChange={(wanted) => void isSyncOn.setValue(wanted)}
      below={
        <Status label={t('sync.title')} isTrouble={isTrouble}>
          {isOn && syncWords(status)}
        </Status>
      }
    />
  );
}

interface StatusProps {
  label: string;
  isTrouble: boolean;
  children: ReactNode;
}

function Status({ label, isTrouble, children }: StatusProps) {
  return (
    <p
      role="status"
      aria-label={label}
      className={formStyles.status}
      data-state={isTrouble ? 'failed' : undefined}
    >
      {children}
    </p>
  );
}

function syncWords({ problem, at }: SyncStatus): string {
  if (problem !== null) return t(`sync.${problem}`);
  return at === 0 ? '' : t('sync.upToDate', { time: formatRecentTime(at) });
}

/** Includes secrets and holdings only if selected for this file. */
function BackupExport() {
  const [withSecrets, setWithSecrets] = useState(false);
  const [withHoldings, setWithHoldings] = useState(false);
  const hasHoldings = useHasHoldings();
  const job = useExportJob();
  const saveAndReset = async (): Promise<string> => {
    const file = await save({ withSecrets, withHoldings });
    setWithSecrets(false);
    setWithHoldings(false);
    return t('export.saved', { names: file });
  };
  return (
    <>
      <OptionRow
        label={t('backup.save.title')}
        hint={t('backup.save.hint')}
        below={
          <Status label={t('backup.save.title')} isTrouble={job.isProblem}>
            {job.message}
          </Status>
        }
      >
        <Button isDisabled={job.isBusy} onClick={() => job.run(saveAndReset)}>
          {t('backup.save.saveButton')}
        </Button>
      </OptionRow>
      <SwitchField
        label={t('backup.save.secrets')}
        hint={t(withSecrets ? 'backup.save.withSecrets' : 'backup.save.withoutSecrets')}
        checked={withSecrets}
        onChange={setWithSecrets}
      />
      {/* Do not ask users without holdings. */}
      {hasHoldings && (
        <SwitchField
          label={t('backup.save.holdings')}
          hint={t('backup.save.holdingsHint')}
          checked={withHoldings}
          onChange={setWithHoldings}
        />
      )}
    </>
  );
}

async function save(chosen: Omit<BackupOptions, 'atMs'>): Promise<string> {
  const atMs = Date.now();
  const text = writeBackup(await readStoredState(), { ...chosen, atMs });
  const name = fileName({ subject: 'backup', what: `v${BACKUP_VERSION}`, atMs, extension: 'json' });
  await saveFile(textFile(name, text, 'json'));
  return name;
}

function WatchlistExport() {
  const [isOpen, setOpen] = useState(false);
  return (
    <OptionRow label={t('export.watchlist.title')}>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('export.openButton')}
      </Button>
      {isOpen && (
        <Suspense>
          <WatchlistExportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </OptionRow>
  );
}
