import type { ReactNode } from 'react';
import { saveFile, type ExportFile } from '@/lib/pages/export/files.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { Button, classNames } from '../shared/button.tsx';
import type { ExportJob } from './use-export-job.ts';
import styles from './export-dialog.module.css';

interface FileButtonsProps {
  title: string;
  hint?: string;
  job: ExportJob;
  children?: ReactNode;
  files: readonly {
    label: string;
    make: (nowMs: UnixMilliseconds) => Promise<ExportFile>;
  }[];
}

/** One kind of data, with a button for each file format. */
export function FileButtons({ title, hint, job, children, files }: FileButtonsProps) {
  return (
    <section className={classNames(styles.part, styles.files)} aria-label={title}>
      <h3>{title}</h3>
      {hint !== undefined && <p>{hint}</p>}
      {children}
      <div className={styles.actions}>
        {files.map(({ label, make }) => (
          <Button
            key={label}
            aria-label={labelled(title, label)}
            isDisabled={job.isBusy}
            onClick={() => job.run(async () => save(await make(Date.now())))}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}

async function save(file: ExportFile): Promise<string> {
  await saveFile(file);
  const saved = t('export.saved', { names: file.name });
  return file.note === undefined ? saved : `${saved} · ${file.note}`;
}
