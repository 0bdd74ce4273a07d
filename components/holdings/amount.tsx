import type { ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { amountsHidden } from '@/lib/storage/values/holdings.ts';
import { HIDDEN } from '@/lib/base/text/hidden.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { showPageNotice } from '../shared/page-notice.ts';

/** True until the setting is known, so that no amount flashes up. */
export function useAmountsHidden(): boolean {
  return useStored(amountsHidden) ?? true;
}

/** Hides or shows all amounts, and reports the change. */
export async function toggleAmounts(): Promise<void> {
  const { after: areHidden } = await amountsHidden.update((before) => !before);
  const text = t(areHidden ? 'holdings.nowHidden' : 'holdings.nowShown');
  showPageNotice({ text, undo: null });
}

/** Shows dots while the user hides amounts. */
export function Amount({ children }: { children: ReactNode }) {
  if (!useAmountsHidden()) return children;
  return (
    <span data-part="hidden-amount">
      <span aria-hidden="true">{HIDDEN}</span>
      <span className="visually-hidden">{t('holdings.hidden')}</span>
    </span>
  );
}
