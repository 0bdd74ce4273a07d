import type { UnixSeconds } from '../../../base/units.ts';
import { secondsOf } from '../shown-time.ts';
import type { PriceResult } from './check-price.ts';
import { textsIn } from './read-shown.ts';

/** A service answers with the first price after a time, so it may be some seconds off. */
const NEAR_SECONDS = 60;

/**
 * Marks the prices that were published long before or after the time that the page states, if it
 * states one. That time is not signed, so this is all that can be said of it.
 *
 * @param results of the page's prices, in its order
 */
export function markDistant(page: Document, results: readonly PriceResult[]): void {
  const statement = page.querySelector('[data-statement]');
  if (!statement) return;
  const [text = '', ...others] = textsIn(statement).get('time') ?? [];
  const time = others.length > 0 ? null : secondsOf(text);
  for (const [index, price] of page.querySelectorAll('[data-price]').entries()) {
    const publishTime = results[index]?.signed?.publishTime;
    if (publishTime === undefined) continue;
    price.querySelector('[data-distant]')?.toggleAttribute('hidden', isNear(publishTime, time));
  }
}

function isNear(publishTime: UnixSeconds, time: UnixSeconds | null): boolean {
  return time !== null && Math.abs(publishTime - time) <= NEAR_SECONDS;
}
