const NARROW_SPACE = '\u202F';

/**
 * A slot or sequence in groups of three. `null` for a number so large that its last digits are
 * lost: services write the largest integer for "none".
 */
export function slotText(slot: number | string): string | null {
  if (typeof slot === 'number' && !Number.isSafeInteger(slot)) return null;
  return String(slot).replaceAll(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
}
