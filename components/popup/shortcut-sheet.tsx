import { useEffect, useId, useRef } from 'react';
import { t } from '@/lib/locale/t.ts';
import { Button } from '../shared/button.tsx';
import { ShortcutTable } from '../shared/shortcut-table.tsx';
import dialogStyles from '../shared/small-dialog.module.css';
import styles from './shortcut-sheet.module.css';

/** A dialog that lists all keyboard shortcuts. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();

  return (
    <dialog
      ref={dialog}
      className={`${dialogStyles.dialog} ${styles.sheet}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // By default, Escape would close the whole popup.
        event.preventDefault();
        close();
      }}
    >
      <h2 id={titleId}>{t('shortcuts.title')}</h2>
      <ShortcutTable heading="h3" />
      <div className={styles.close}>
        <Button kind="primary" onClick={close}>
          {t('common.closeButton')}
        </Button>
      </div>
    </dialog>
  );
}
