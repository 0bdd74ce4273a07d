import { signatures } from '@/lib/storage/values/settings.ts';
import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import { useStored, useStoredPart } from './use-stored.ts';

/** The trust under which a price must be verified to count; `null`: every price counts. */
export function useRequiredTrust(): string | null {
  const isRequired = useStoredPart(signatures, (mode) => mode === 'require');
  const trust = useStored(trustInForce) ?? trustInForce.fallback;
  return isRequired ? trust : null;
}
