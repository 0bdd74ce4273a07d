import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import { useSignatures } from './use-signatures.ts';
import { useStored } from './use-stored.ts';

/** `null`: unverified prices count. */
export function useRequiredTrust(): string | null {
  const isRequired = useSignatures() === 'require';
  const trust = useStored(trustInForce) ?? trustInForce.fallback;
  return isRequired ? trust : null;
}
