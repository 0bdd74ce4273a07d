import { areUnsignedCandlesShown } from '@/lib/storage/values/candles.ts';
import { useRequiredTrust } from './use-market.ts';
import { useStored } from './use-stored.ts';

/** Whether candles may be shown: they are unsigned. */
export function useAreCandlesAllowed(): boolean {
  const areShown = useStored(areUnsignedCandlesShown) ?? false;
  return useRequiredTrust() === null || areShown;
}
