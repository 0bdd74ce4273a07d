import { useState } from 'react';
import { BACKUP_VERSION } from '@/lib/export/backup/format.ts';
import { readStoredState } from '@/lib/export/backup/stored-state.ts';
import { writeBackup } from '@/lib/export/backup/write.ts';
import { saveFile } from '@/lib/export/download.ts';
import { fileName } from '@/lib/export/file-name.ts';
import { textFile } from '@/lib/export/files.ts';
import { Button } from '../shared/button.tsx';
import { useExportJob } from '../export/use-export-job.ts';
import { Check } from '../shared/check.tsx';
import controlStyles from '../shared/control.module.css';
import formStyles from './form.module.css';
import calloutStyles from './callout.module.css';

/** Saves a backup. It contains secrets only if the user selects them for this backup. */
export function BackupExport() {
  const [withSecrets, setWithSecrets] = useState(false);
  const job = useExportJob();
  return (
    <>
      <Check
        checked={withSecrets}
        aria-describedby="backup-secrets"
        onChange={(isOn) => setWithSecrets(isOn)}
      >
        Include header values and the path of the base URL
      </Check>
      <p
        id="backup-secrets"
        className={withSecrets ? calloutStyles.callout : controlStyles.hint}
        data-tone="warn"
      >
        {withSecrets
          ? 'Whoever has this file can use your access to the price service. Keep it like a password.'
          : 'Both may hold access tokens. Without them the file has the headers’ names and the service’s host only.'}
      </p>
      <div className={formStyles.actions}>
        <Button
          kind="primary"
          isDisabled={job.isBusy}
          onClick={() =>
            job.run(async () => {
              const name = await save(withSecrets);
              setWithSecrets(false);
              return `Saved as ${name}`;
            })
          }
        >
          Save backup
        </Button>
        <p
          role="status"
          aria-label="Backup"
          className={formStyles.status}
          data-state={job.isProblem ? 'failed' : undefined}
        >
          {job.message}
        </p>
      </div>
    </>
  );
}

async function save(withSecrets: boolean): Promise<string> {
  const atMs = Date.now();
  const text = writeBackup(await readStoredState(), { withSecrets, atMs });
  const name = fileName({ subject: 'backup', what: `v${BACKUP_VERSION}`, atMs, extension: 'json' });
  await saveFile(name, textFile(name, text, 'json').blob);
  return name;
}
