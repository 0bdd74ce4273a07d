import { useState } from 'react';
import { BACKUP_VERSION } from '@/lib/pages/export/backup/format.ts';
import { readStoredState } from '@/lib/pages/export/backup/stored-state.ts';
import { writeBackup, type BackupOptions } from '@/lib/pages/export/backup/write.ts';
import { fileName } from '@/lib/pages/export/file-name.ts';
import { saveFile, textFile } from '@/lib/pages/export/files.ts';
import { t } from '@/lib/base/locale/t.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { Button } from '../shared/button.tsx';
import { useExportJob } from '../export/use-export-job.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { Check } from '../shared/check.tsx';
import controlStyles from '../shared/control.module.css';
import formStyles from '../shared/form.module.css';
import calloutStyles from '../shared/callout.module.css';

/** Saves a backup. It contains secrets and holdings only if the user selects them for this one. */
export function BackupExport() {
  const [withSecrets, setWithSecrets] = useState(false);
  const [withHoldings, setWithHoldings] = useState(false);
  const job = useExportJob();
  return (
    <>
      <Check
        checked={withSecrets}
        aria-describedby="backup-secrets"
        onChange={(isOn) => setWithSecrets(isOn)}
      >
        {t('backup.save.secrets')}
      </Check>
      <p
        id="backup-secrets"
        className={withSecrets ? calloutStyles.callout : controlStyles.hint}
        data-tone="warn"
      >
        {t(withSecrets ? 'backup.save.withSecrets' : 'backup.save.withoutSecrets')}
      </p>
      <HoldingsCheck checked={withHoldings} onChange={setWithHoldings} />
      <div className={formStyles.actions}>
        <Button
          kind="primary"
          isDisabled={job.isBusy}
          onClick={() =>
            job.run(async () => {
              const file = await save({ withSecrets, withHoldings });
              setWithSecrets(false);
              setWithHoldings(false);
              return t('backup.save.saved', { file });
            })
          }
        >
          {t('backup.save.saveButton')}
        </Button>
        <p
          role="status"
          aria-label={t('backup.save.status')}
          className={formStyles.status}
          data-state={job.isProblem ? 'failed' : undefined}
        >
          {job.message}
        </p>
      </div>
    </>
  );
}

interface HoldingsCheckProps {
  checked: boolean;
  onChange: (isOn: boolean) => void;
}

/** Only for users who have holdings. */
function HoldingsCheck({ checked, onChange }: HoldingsCheckProps) {
  const hasHoldings = useStoredPart(holdings, (all) => Object.keys(all ?? {}).length > 0);
  if (!hasHoldings) return null;
  return (
    <>
      <Check checked={checked} aria-describedby="backup-holdings" onChange={onChange}>
        {t('backup.save.holdings')}
      </Check>
      <p
        id="backup-holdings"
        className={checked ? calloutStyles.callout : controlStyles.hint}
        data-tone="warn"
      >
        {t('backup.save.holdingsHint')}
      </p>
    </>
  );
}

async function save(chosen: Omit<BackupOptions, 'atMs'>): Promise<string> {
  const atMs = Date.now();
  const text = writeBackup(await readStoredState(), { ...chosen, atMs });
  const name = fileName({ subject: 'backup', what: `v${BACKUP_VERSION}`, atMs, extension: 'json' });
  saveFile(textFile(name, text, 'json'));
  return name;
}
