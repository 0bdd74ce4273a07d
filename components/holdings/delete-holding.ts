import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { setHolding } from '@/lib/pages/holdings/set-holding.ts';
import { showPageNotice } from '../shared/page-notice.ts';

/** Deletes a holding and offers to undo it. */
export async function deleteHolding(id: FeedId, name: string): Promise<void> {
  const before = await setHolding(id, null);
  if (!before) return;
  showPageNotice({
    text: t('holding.deleted', { name }),
    undo: () => setHolding(id, before),
  });
}
