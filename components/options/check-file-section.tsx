import { useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { checkFile } from '@/lib/pages/receipts/check-file.ts';
import { ProofFileError } from '@/lib/pages/receipts/read-proof.ts';
import styles from './check-file-section.module.css';
import { FileField } from './file-field.tsx';
import { Panel } from './panel.tsx';

/** Checks an exported file, so that nobody has to trust the file's own script. */
export default function CheckFileSection() {
  const [page, setPage] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const check = async (file: File): Promise<void> => {
    try {
      setPage(await checkFile(file));
      setProblem(null);
    } catch (error) {
      if (!(error instanceof ProofFileError)) throw error;
      setPage(null);
      setProblem(t('checkFile.damaged'));
    }
  };
  return (
    <Panel title={t('checkFile.title')} hint={t('checkFile.hint')}>
      <FileField
        label={t('checkFile.field')}
        accept=".html,text/html"
        problem={problem}
        onFile={(file) => void check(file)}
      />
      {page !== null && (
        <iframe
          className={styles.result}
          title={t('checkFile.result')}
          // The result contains no script, and the sandbox would not run one.
          sandbox=""
          srcDoc={page}
        />
      )}
    </Panel>
  );
}
