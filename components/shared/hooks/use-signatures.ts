import { signaturesOf } from '@/lib/domain/market/market.ts';
import type { Signatures } from '@/lib/domain/settings.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { useStoredPart } from './use-stored.ts';

/** Off for sample prices, which are unsigned. `null` until the setting has been read. */
export function useSignatures(): Signatures | null {
  const areSamples = useStoredPart(areSamplesShown, (areShown) => areShown === true);
  const mode = useStoredPart(signatures, (value) => value ?? null);
  return signaturesOf(mode, areSamples);
}
