import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { eventWords } from '@/lib/domain/alerts/text/event-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { saveFile } from '@/lib/pages/export/files.ts';
import { firingBytes, firingProof } from '@/lib/pages/proofs/save-proof.ts';
import { useRead } from '../shared/hooks/use-read.ts';
import { MenuButton } from '../shared/menu-button.tsx';
import { MenuItem } from '../shared/menu.tsx';
import { showPageNotice } from '../shared/page-notice.ts';
import { useNamedSubject } from './use-subject.ts';
import styles from './alert-row.module.css';

export function FiringMenu({ firing }: { firing: Firing }) {
  const { name, style, attributes } = useNamedSubject(firing.feedId);
  return (
    <MenuButton name={eventWords(firing.what, name, style)} action="firing-menu">
      <ProofItem firing={firing} symbol={feedName(attributes, firing.feedId).symbol} />
    </MenuButton>
  );
}

function ProofItem({ firing, symbol }: { firing: Firing; symbol: string }) {
  const bytes = useRead(firing.id, () => firingBytes(firing));
  const save = async (): Promise<void> => {
    if (!bytes) return;
    const file = firingProof(firing, { name: symbol, bytes }, Date.now());
    await saveFile(file);
    showPageNotice({ text: t('export.saved', { names: file.name }), undo: null });
  };
  return (
    <MenuItem isDisabled={!bytes} onSelect={() => void save()}>
      {t('proofFile.saveButton')}
      {bytes === null && <small className={styles.reason}>{t('proofFile.missing')}</small>}
    </MenuItem>
  );
}
