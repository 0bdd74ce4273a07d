import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { eventWords } from '@/lib/domain/alerts/text/event-words.ts';
import { MAX_RECEIPTS } from '@/lib/domain/alerts/model/firing-history.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { findReceipt } from '@/lib/pages/receipts/find-receipt.ts';
import { useRead } from '../shared/hooks/use-read.ts';
import { MenuButton } from '../shared/menu-button.tsx';
import { MenuItem } from '../shared/menu.tsx';
import { showPageNotice } from '../shared/page-notice.ts';
import { useNamedSubject } from './use-named-subject.ts';
import styles from './firing-row.module.css';

export function FiringMenu({ firing }: { firing: Firing }) {
  const { name, style, attributes } = useNamedSubject(firing.feedId);
  return (
    <MenuButton name={eventWords(firing.what, name, style)} action="firing-menu">
      <ReceiptItem
        firing={firing}
        onSave={() => void save(firing, feedName(attributes, firing.feedId).symbol)}
      />
    </MenuButton>
  );
}

function ReceiptItem({ firing, onSave }: { firing: Firing; onSave: () => void }) {
  const isMissing = useRead(firing.id, () => findReceipt(firing)) === null;
  return (
    <MenuItem isDisabled={isMissing} onSelect={onSave}>
      {t('receipt.saveButton')}
      {isMissing && <small className={styles.reason}>{missingWords()}</small>}
    </MenuItem>
  );
}

function missingWords(): string {
  return t('receipt.missing', { limit: formatCount(MAX_RECEIPTS) });
}

async function save(firing: Firing, symbol: string): Promise<void> {
  showPageNotice({ text: await savedWords(firing, symbol), undo: null });
}

async function savedWords(firing: Firing, symbol: string): Promise<string> {
  try {
    const found = await findReceipt(firing);
    if (found === null) return missingWords();
    // Loaded on demand: this code contains the receipt document and its style.
    const { saveReceipt } = await import('@/lib/pages/receipts/save-receipt.ts');
    return t('export.saved', { names: await saveReceipt(found, symbol) });
  } catch (error) {
    const { exportProblem } = await import('../export/problem.ts');
    return exportProblem(error);
  }
}
