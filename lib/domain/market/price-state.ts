import type { Condition } from '../prices/condition.ts';
import type { MissingReason } from '../prices/stored-price.ts';

/**
 * Why a feed's price is not as good as any, the most important reason first. `gone`: the service no
 * longer offers the feed, so no price is shown. `refused`: the price is not verified although it
 * must be, or fails verification, or the access token does not cover the feed.
 */
export type PriceState = 'gone' | 'refused' | Condition;

interface Facts {
  missing: MissingReason | undefined;
  /** Whether the feed's newest price fails verification. */
  hasFailed: boolean;
  /** Whether verification is required and the price is not verified. */
  isUnproven: boolean;
  condition: Condition | null | undefined;
}

/** `null`: nothing speaks against the price. */
export function priceState({
  missing,
  hasFailed,
  isUnproven,
  condition,
}: Facts): PriceState | null {
  if (missing === 'unknown') return 'gone';
  if (hasFailed || isUnproven || missing === 'not-covered') return 'refused';
  return condition ?? null;
}

/**
 * How the price, its change and its line look, wherever they are shown. `gray`: not current, or
 * nobody vouches for them. `closed`: of the market's last session; a change keeps its color.
 */
export type Tone = 'usual' | 'closed' | 'gray';

/** @param isListCurrent whether any price of the list is current */
export function toneOf(state: PriceState | null, isListCurrent: boolean): Tone {
  if (state === 'gone' || state === 'refused' || state === 'stale' || !isListCurrent) return 'gray';
  return state === 'closed' ? 'closed' : 'usual';
}
