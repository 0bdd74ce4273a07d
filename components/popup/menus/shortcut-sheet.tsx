import { t } from '@/lib/base/locale/t.ts';
import { singleKeys } from '@/lib/storage/values/view.ts';
import { Button } from '../../shared/button.tsx';
import { Check } from '../../shared/check.tsx';
import { closeDialog } from '../../shared/dialog.tsx';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { ShortcutTable } from '../../shared/shortcut-table.tsx';
import { SmallDialog } from '../../shared/small-dialog.tsx';
import styles from './shortcut-sheet.module.css';

/** A dialog that lists all keyboard shortcuts. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <SmallDialog title={t('shortcuts.title')} className={styles.sheet} onClose={onClose}>
      <SingleKeys />
      <ShortcutTable />
      <div className={styles.close}>
        <Button kind="primary" onClick={(event) => closeDialog(event.currentTarget)}>
          {t('common.closeButton')}
        </Button>
      </div>
    </SmallDialog>
  );
}

function SingleKeys() {
  const isOn = useStored(singleKeys) ?? singleKeys.fallback;
  return (
    <>
      <Check isSwitch checked={isOn} onChange={(next) => void singleKeys.setValue(next)}>
        {t('shortcuts.singleKeys')}
      </Check>
      <p className={styles.hint}>{t('shortcuts.singleKeysHint')}</p>
    </>
  );
}
