import type { ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { amountsHidden } from '@/lib/storage/values/holdings.ts';
import { HIDDEN } from '@/lib/base/text/hidden.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

/** True until the setting is known, so that no amount flashes up. */
export function useAmountsHidden(): boolean {
  return useStored(amountsHidden) ?? true;
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
