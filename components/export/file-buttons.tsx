import { saveFile, type ExportFile } from '@/lib/pages/export/files.ts';
import { formatList } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { Button, classNames } from '../shared/button.tsx';
import type { ExportJob } from './use-export-job.ts';
import styles from './export-dialog.module.css';

interface FileButtonsProps {
  title: string;
  hint?: string;
  job: ExportJob;
  files: readonly {
    label: string;
    /** The button's accessible name, which contains the label. */
    name: string;
    make: (nowMs: UnixMilliseconds) => Promise<ExportFile | readonly ExportFile[]>;
  }[];
}

/** One kind of data, with a button for each file format. */
export function FileButtons({ title, hint, job, files }: FileButtonsProps) {
  return (
    <section className={classNames(styles.part, styles.files)} aria-label={title}>
      <h3>{title}</h3>
      {hint !== undefined && <p>{hint}</p>}
      <div className={styles.actions}>
        {files.map(({ label, name, make }) => (
          <Button
            key={label}
            aria-label={name}
            isDisabled={job.isBusy}
            onClick={() => job.run(async () => saveAll(await make(Date.now())))}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}

async function saveAll(created: ExportFile | readonly ExportFile[]): Promise<string> {
  const files = [created].flat();
  for (const file of files) await saveFile(file);
  const names = files.map(({ name }) => name);
  return t('export.saved', { names: formatList(names, 'conjunction') });
}
