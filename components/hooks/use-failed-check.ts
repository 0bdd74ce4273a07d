import { failedChecks } from '@/lib/storage/prices.ts';
import { useStoredPart } from './use-stored.ts';

/** What is wrong with the prices that the service sends for a feed, in words; `null`: nothing is. */
export function useFailedCheck(id: string): string | null {
  return useStoredPart(failedChecks, (checks) => checks?.[id]?.text ?? null);
}
