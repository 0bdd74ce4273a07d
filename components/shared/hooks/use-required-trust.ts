import { signatures } from '@/lib/storage/values/settings.ts';
import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import { useStored, useStoredPart } from './use-stored.ts';

/** `null`: unverified prices count. */
export function useRequiredTrust(): string | null {
  const isRequired = useStoredPart(signatures, (mode) => mode === 'require');
  const trust = useStored(trustInForce) ?? trustInForce.fallback;
  return isRequired ? trust : null;
}
