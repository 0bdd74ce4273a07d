import { IconButton } from '../shared/button.tsx';
import { CopyIcon } from '../shared/later-icons.tsx';
import { copyText } from './copy-text.ts';
import styles from './copy-button.module.css';

/** A button beside a text that copies it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <IconButton label={label} className={styles.copy} onClick={() => void copyText(text)}>
      <CopyIcon />
    </IconButton>
  );
}
