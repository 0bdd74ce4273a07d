import type { Delivery, Firing } from '../model/firing.ts';
import { DELIVERY_WORDS } from './delivery-words.ts';
import { alertsText, firingWords } from './words.ts';

// The journal holds 200 entries. A price jump across many levels must not fill it.
const MAX_LINES = 3;

/** Journal lines for the alerts that fired in one step, with a count instead of the last ones. */
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

/** Journal line for how firings were delivered. */
export function deliveredLine(delivery: Delivery, count: number): string {
  return `${alertsText(count)} ${DELIVERY_WORDS[delivery]}.`;
}
