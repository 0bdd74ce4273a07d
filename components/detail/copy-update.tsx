import { useState } from 'react';
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

  const copy = async (text: string, description: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus(`Copied ${description}.`);
    } catch {
      // The browser's own message is for developers: a click, the focus or a permission is missing.
      setStatus('The browser did not allow the copy. Click into the page and try again.');
    }
  };

  return (
    <div className={styles.copying}>
      <Button onClick={() => void copy(binary, `the signed bytes as ${encoding}`)}>
        Copy update
      </Button>
      <Button onClick={() => void copy(JSON.stringify(update, null, 2), 'the update as JSON')}>
        Copy as JSON
      </Button>
      <span role="status" aria-label="Copied">
        {status}
      </span>
    </div>
  );
}
