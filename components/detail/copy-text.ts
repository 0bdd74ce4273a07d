import { t } from '@/lib/base/locale/t.ts';
import { showPageNotice } from '../shared/page-notice.ts';

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
