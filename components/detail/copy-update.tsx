import { t } from '@/lib/base/locale/t.ts';
import type { AnsweredUpdate } from '@/lib/pages/questions.ts';
import { copyText } from './copy-text.ts';
import { Button } from '../shared/button.tsx';
import styles from './panel.module.css';

interface CopyUpdateProps {
  update: AnsweredUpdate['update'];
  /** Index of the binary part that proves the price; `null`: none does, so copy all parts. */
  blob: number | null;
}

/** Copies the update, so that another verifier can check the same bytes. */
export function CopyUpdate({ update, blob }: CopyUpdateProps) {
  const { data, encoding } = update.binary;
  const part = blob === null ? undefined : data[blob];
  const binary = part ?? data.join('\n');
  const json = JSON.stringify(update, null, 2);
  return (
    <div className={styles.copying}>
      <Button onClick={() => void copyText(binary, t('proof.copiedBytes', { encoding }))}>
        {t('proof.copyBytesButton')}
      </Button>
      <Button onClick={() => void copyText(json, t('proof.copiedJson'))}>
        {t('proof.copyJsonButton')}
      </Button>
    </div>
  );
}
