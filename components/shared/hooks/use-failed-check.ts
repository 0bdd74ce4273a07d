import { failedChecks } from '@/lib/storage/values/prices.ts';
import { failedCheckWords } from '@/lib/pages/words/proof-words.ts';
import { useStoredPart } from './use-stored.ts';

/** The reason why a feed's prices fail verification, as text. */
export function useFailedCheck(id: string): string | null {
  return useStoredPart(failedChecks, (checks) => failedCheckWords(checks?.[id]));
}
