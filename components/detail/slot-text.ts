const NARROW_SPACE = '\u202F';

/**
 * A slot or sequence number in groups of three digits. Returns `null` for a number too large to be
 * exact: services send the largest integer for "none".
 */
export function slotText(slot: number | string): string | null {
  if (typeof slot === 'number' && !Number.isSafeInteger(slot)) return null;
  return String(slot).replaceAll(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
}
