import { useEffect, useState } from 'react';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { eventWords } from '@/lib/domain/alerts/text/event-words.ts';
import { MAX_RECEIPTS } from '@/lib/domain/alerts/model/firing-history.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { findReceipt, type NoReceipt } from '@/lib/pages/receipts/find-receipt.ts';
import { MenuButton } from '../shared/menu-button.tsx';
import { MenuItem } from '../shared/menu.tsx';
import { showPageNotice } from '../shared/page-notice.ts';
import { useNamedSubject } from './use-named-subject.ts';
import styles from './firing-row.module.css';

export function FiringMenu({ firing }: { firing: Firing }) {
  const { name, style, attributes } = useNamedSubject(firing.feedId);
  return (
    <MenuButton name={eventWords(firing.what, name, style)} action="firing-menu">
      {({ onClose }) => (
        <ReceiptItem
          firing={firing}
          onSave={() => {
            onClose();
            void save(firing, feedName(attributes, firing.feedId).symbol);
          }}
        />
      )}
    </MenuButton>
  );
}

function ReceiptItem({ firing, onSave }: { firing: Firing; onSave: () => void }) {
  const missing = useMissingReceipt(firing);
  return (
    <MenuItem isDisabled={missing !== null} onSelect={onSave}>
      {t('receipt.saveButton')}
      {missing !== null && <small className={styles.reason}>{missingWords(missing)}</small>}
    </MenuItem>
  );
}

/** `null` if the firing has a receipt, and until that is known. */
function useMissingReceipt(firing: Firing): NoReceipt | null {
  const [missing, setMissing] = useState<NoReceipt | null>(null);
  useEffect(() => {
    let isGone = false;
    void findReceipt(firing).then((found) => {
      if (!isGone) setMissing(typeof found === 'string' ? found : null);
    });
    return () => {
      isGone = true;
    };
  }, [firing]);
  return missing;
}

function missingWords(missing: NoReceipt): string {
  return t(`receipt.missing.${missing}`, { limit: formatCount(MAX_RECEIPTS) });
}

async function save(firing: Firing, symbol: string): Promise<void> {
  showPageNotice({ text: await savedWords(firing, symbol), undo: null });
}

async function savedWords(firing: Firing, symbol: string): Promise<string> {
  try {
    const found = await findReceipt(firing);
    if (typeof found === 'string') return missingWords(found);
    // It contains the whole document and its style.
    const { saveReceipt } = await import('@/lib/pages/receipts/save-receipt.ts');
    return t('export.saved', { names: await saveReceipt(found, symbol) });
  } catch (error) {
    const { exportProblem } = await import('../export/problem.ts');
    return exportProblem(error);
  }
}
