import type { Condition } from '../prices/condition.ts';
import type { MissingReason } from '../prices/stored-price.ts';

/**
 * Why a feed's price has a fault, the most important reason first. `gone`: the service no
 * longer offers the feed, so no price is shown. `not-covered`: the access token does not cover the
 * feed. `failed`: the newest price fails verification. `unproven`: the price is not verified
 * although it must be. `faultWords` makes the words.
 */
export type Fault = 'gone' | 'not-covered' | 'failed' | 'unproven' | Condition;

/** How a row looks. `refused`: the price does not count. */
export type PriceState = 'gone' | 'refused' | Condition;

interface Facts {
  missing: MissingReason | undefined;
  /** Whether the feed's newest price fails verification. */
  hasFailed: boolean;
  /** Whether verification is required and the price is not verified. */
  isUnproven: boolean;
  condition: Condition | null | undefined;
}

/** `null`: the price has no fault. */
export function faultOf({ missing, hasFailed, isUnproven, condition }: Facts): Fault | null {
  if (missing === 'unknown') return 'gone';
  if (missing === 'not-covered') return 'not-covered';
  if (hasFailed) return 'failed';
  return isUnproven ? 'unproven' : (condition ?? null);
}

export function stateOfFault(fault: Fault | null): PriceState | null {
  const isRefused = fault === 'not-covered' || fault === 'failed' || fault === 'unproven';
  return isRefused ? 'refused' : fault;
}

/**
 * How the price, its change and its line look, wherever they are shown. `gray`: not current, or not
 * verified although it must be. `closed`: of the market's last session; a change keeps its color.
 */
export type Tone = 'usual' | 'closed' | 'gray';

/** @param isListCurrent whether any price of the list is current */
export function toneOf(fault: Fault | null, isListCurrent: boolean): Tone {
  if (fault === 'closed' || fault === 'after-hours' || fault === null) {
    if (!isListCurrent) return 'gray';
    return fault === 'closed' ? 'closed' : 'usual';
  }
  return 'gray';
}
