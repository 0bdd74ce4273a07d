import { t } from '@/lib/base/locale/t.ts';
import { amountsHidden } from '@/lib/storage/values/holdings.ts';
import { showPageNotice } from '../shared/page-notice.ts';

/** Hides or shows all amounts, and reports the change. */
export async function toggleAmounts(): Promise<void> {
  const { after: areHidden } = await amountsHidden.update((before) => !before);
  const text = t(areHidden ? 'holdings.nowHidden' : 'holdings.nowShown');
  showPageNotice({ text, undo: null });
}
