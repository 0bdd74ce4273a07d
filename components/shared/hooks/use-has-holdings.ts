import { holdings } from '@/lib/storage/values/holdings.ts';
import { useStoredPart } from './use-stored.ts';

/** Otherwise nothing of holdings is shown. */
export function useHasHoldings(): boolean {
  return useStoredPart(holdings, (held) => Object.keys(held ?? {}).length > 0);
}
