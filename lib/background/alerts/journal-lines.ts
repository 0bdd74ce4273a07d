import { DELIVERY_WORDS } from '../../alerts/delivery-words.ts';
import type { Delivery, Firing } from '../../alerts/firing.ts';
import { firingWords } from '../../alerts/words.ts';

// The journal holds 200 events of all kinds: a jump over a ladder of levels is not to fill it.
const MAX_LINES = 3;

/** What fired in one step, for the journal: a line each, as far as they are few. */
export function firedLines(
  firings: readonly Firing[],
  symbolOf: (feedId: string) => string,
): string[] {
  const lines = firings.slice(0, MAX_LINES).map((firing) => {
    const words = firingWords(firing, symbolOf(firing.feedId));
    return `${firing.missed ? 'Alert missed' : 'Alert fired'}: ${words}`;
  });
  const others = firings.length - lines.length;
  return others > 0 ? [...lines, `${others} more fired with them.`] : lines;
}

/** What became of firings, for the journal. */
export function deliveredLine(delivery: Delivery, count: number): string {
  return `${countText(count)} ${DELIVERY_WORDS[delivery]}.`;
}

function countText(count: number): string {
  return count === 1 ? '1 alert' : `${count} alerts`;
}
