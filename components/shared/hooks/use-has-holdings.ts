import { holdings } from '@/lib/storage/values/holdings.ts';
import { useStoredPart } from './use-stored.ts';

/** Without holdings, the pages do not mention them. */
export function useHasHoldings(): boolean {
  return useStoredPart(holdings, (held) => Object.keys(held ?? {}).length > 0);
}
