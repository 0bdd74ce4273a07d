import { t } from '@/lib/base/locale/t.ts';
import { showPageNotice } from './page-notice.ts';
import { IconButton } from './button.tsx';
import { CopyIcon } from './later-icons.tsx';
import styles from './terms.module.css';

/** Copies a text and says so in the page's notice, which is also announced. */
export async function copyText(text: string, success = t('common.copied')): Promise<void> {
  let outcome = success;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The browser's own message is for developers: a click, the focus or a permission is missing.
    outcome = t('common.copyRefused');
  }
  showPageNotice({ text: outcome, undo: null });
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <IconButton label={label} className={styles.copy} onClick={() => void copyText(text)}>
      <CopyIcon />
    </IconButton>
  );
}
