import { t } from '@/lib/base/locale/t.ts';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { feedSymbol } from '@/lib/domain/prices/feed-name.ts';
import { saveFile } from '@/lib/pages/export/files.ts';
import { firingBytes, firingProof } from '@/lib/pages/proofs/save-proof.ts';
import { useRead } from '../shared/hooks/use-read.ts';
import { showPageNotice } from '../shared/page-notice.ts';
import { useNamedSubject } from './use-subject.ts';

/** Saves the signed price of a firing; `null`: there is none, `undefined`: not read yet. */
export function useProof(firing: Firing): (() => Promise<void>) | null | undefined {
  const { attributes } = useNamedSubject(firing.feedId);
  const bytes = useRead(firing.id, () => firingBytes(firing));
  if (bytes === undefined || bytes === null) return bytes;
  return async () => {
    const name = feedSymbol(attributes, firing.feedId);
    const file = firingProof(firing, { name, bytes }, Date.now());
    await saveFile(file);
    showPageNotice({ text: t('export.saved', { names: file.name }), undo: null });
  };
}
