import { useEffect, useRef, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { checkFile } from '@/lib/pages/proofs/check-file.ts';
import { proofText } from '@/lib/pages/proofs/proof-text.ts';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import { FileField } from './file-field.tsx';
import { OptionsPanel } from './panel.tsx';
import { ProofView, type FileCheck, type FileResult } from './proof-view.tsx';
import styles from './check-file-section.module.css';

/** Checks a proof file with the extension's own verifier. */
export default function CheckFileSection() {
  const { check, start } = useFileCheck();
  return (
    <OptionsPanel title={t('checkFile.title')} hint={t('checkFile.hint')}>
      <FileField
        label={t('checkFile.field')}
        accept=".json,.bin,.txt"
        problem={null}
        onFile={(file) => void start(file)}
      />
      <div className={styles.result} role="status" aria-label={t('checkFile.result')}>
        {check && <ProofView check={check} />}
      </div>
    </OptionsPanel>
  );
}

/** Another file replaces the verdict at once, and the result of an earlier one is ignored. */
function useFileCheck() {
  const [check, setCheck] = useState<FileCheck | null>(null);
  const running = useRef<AbortController>(null);
  const nameOf = useFeedNames();
  useEffect(
    () => () => {
      running.current?.abort();
      // The section was hidden, not unmounted.
      setCheck((current) => (current?.state === 'checking' ? null : current));
    },
    [],
  );

  const start = async (file: File): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const fileName = file.name;
    setCheck({ fileName, state: 'checking' });
    const next = await readCheck(file, signal, nameOf);
    if (!signal.aborted) setCheck({ fileName, ...next });
  };

  return { check, start };
}

async function readCheck(
  file: File,
  signal: AbortSignal,
  nameOf: (id: FeedId) => string,
): Promise<FileResult> {
  try {
    return { state: 'checked', text: proofText(await checkFile(file, signal), nameOf) };
  } catch (error) {
    if (!signal.aborted) console.error(error);
    return { state: 'damaged' };
  }
}
