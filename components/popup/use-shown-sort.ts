import { listView } from '@/lib/storage/values/view.ts';
import type { ListView } from '@/lib/domain/watchlist/view.ts';
import { useHasHoldings } from '../shared/hooks/use-has-holdings.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

/** The list's order; the user's own where the chosen one needs holdings and there are none. */
export function useShownSort(): ListView['sort'] | undefined {
  const sort = useStored(listView)?.sort;
  const hasHoldings = useHasHoldings();
  return (sort === 'value' || sort === 'gain') && !hasHoldings ? 'hand' : sort;
}
