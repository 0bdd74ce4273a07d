import { useState } from 'react';
import { t } from '@/lib/locale/t.ts';
import type { AnsweredUpdate } from '@/lib/pages/questions.ts';
import { Button } from '../shared/button.tsx';
import styles from './panel.module.css';

interface CopyUpdateProps {
  update: AnsweredUpdate['update'];
  /** Index of the binary part that proves the price; `null`: none does, so copy all parts. */
  blob: number | null;
}

/** Copies the update, so that another verifier can check the same bytes. */
export function CopyUpdate({ update, blob }: CopyUpdateProps) {
  const [status, setStatus] = useState('');
  const { data, encoding } = update.binary;
  const part = blob === null ? undefined : data[blob];
  const binary = part ?? data.join('\n');

  const copy = async (text: string, success: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus(success);
    } catch {
      // The browser's own message is for developers: a click, the focus or a permission is missing.
      setStatus(t('proof.copyRefused'));
    }
  };

  return (
    <div className={styles.copying}>
      <Button onClick={() => void copy(binary, t('proof.copiedBytes', { encoding }))}>
        {t('proof.copyBytesButton')}
      </Button>
      <Button onClick={() => void copy(JSON.stringify(update, null, 2), t('proof.copiedJson'))}>
        {t('proof.copyJsonButton')}
      </Button>
      <span role="status" aria-label={t('proof.copyStatus')}>
        {status}
      </span>
    </div>
  );
}
