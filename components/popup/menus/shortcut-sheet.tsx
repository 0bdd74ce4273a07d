import { t } from '@/lib/base/locale/t.ts';
import { Button } from '../../shared/button.tsx';
import { closeDialog } from '../../shared/dialog.tsx';
import { ShortcutTable } from '../../shared/shortcut-table.tsx';
import { SmallDialog } from '../../shared/small-dialog.tsx';
import styles from './shortcut-sheet.module.css';

/** A dialog that lists all keyboard shortcuts. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <SmallDialog title={t('shortcuts.title')} className={styles.sheet} onClose={onClose}>
      <ShortcutTable heading="h3" />
      <div className={styles.close}>
        <Button kind="primary" onClick={(event) => closeDialog(event.currentTarget)}>
          {t('common.closeButton')}
        </Button>
      </div>
    </SmallDialog>
  );
}
