import { useId, useState } from 'react';
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

/** Includes secrets and holdings only if selected for this file. */
export function BackupExport() {
  const [withSecrets, setWithSecrets] = useState(false);
  const [withHoldings, setWithHoldings] = useState(false);
  // Do not ask users without holdings.
  const hasHoldings = useStoredPart(holdings, (all) => Object.keys(all ?? {}).length > 0);
  const job = useExportJob();
  return (
    <>
      <RiskyPart
        label={t('backup.save.secrets')}
        hint={t(withSecrets ? 'backup.save.withSecrets' : 'backup.save.withoutSecrets')}
        checked={withSecrets}
        onChange={setWithSecrets}
      />
      {hasHoldings && (
        <RiskyPart
          label={t('backup.save.holdings')}
          hint={t('backup.save.holdingsHint')}
          checked={withHoldings}
          onChange={setWithHoldings}
        />
      )}
      <div className={formStyles.actions}>
        <Button
          kind="primary"
          isDisabled={job.isBusy}
          onClick={() =>
            job.run(async () => {
              const file = await save({ withSecrets, withHoldings });
              setWithSecrets(false);
              setWithHoldings(false);
              return t('export.saved', { names: file });
            })
          }
        >
          {t('backup.save.saveButton')}
        </Button>
        <p
          role="status"
          aria-label={t('backup.save.title')}
          className={formStyles.status}
          data-state={job.isProblem ? 'failed' : undefined}
        >
          {job.message}
        </p>
      </div>
    </>
  );
}

interface RiskyPartProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (isOn: boolean) => void;
}

/** A check box for data that others must not read. */
function RiskyPart({ label, hint, ...input }: RiskyPartProps) {
  const id = useId();
  return (
    <>
      <Check aria-describedby={id} {...input}>
        {label}
      </Check>
      <p
        id={id}
        className={input.checked ? calloutStyles.callout : controlStyles.hint}
        data-tone="warn"
      >
        {hint}
      </p>
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
