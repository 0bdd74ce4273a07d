import { numberFormat } from '@/lib/base/locale/format.ts';

/**
 * A slot or sequence number with grouped digits. Returns `null` for a number too large to be exact:
 * services send the largest integer for "none".
 */
export function slotText(slot: number | string): string | null {
  if (typeof slot === 'number' && !Number.isSafeInteger(slot)) return null;
  return numberFormat({}).format(BigInt(slot));
}
