import type { Observation } from './feed-watch.ts';
import type { Trigger } from './rule.ts';
import type { MarketTracker } from './state.ts';
import type { Tracked, TrackOptions } from './track.ts';

export const NEW_MARKET: MarketTracker = { kind: 'market', wasOpen: null };

/** Follows a market's hours; an opening while nobody looked is missed. */
export function trackMarket(
  { change }: Extract<Trigger, { kind: 'market' }>,
  before: MarketTracker,
  { marketOpen }: Observation,
  { afterGap }: TrackOptions,
): Tracked<MarketTracker> {
  if (marketOpen === before.wasOpen) return { tracker: before, found: null, missed: false };
  const tracker = { ...before, wasOpen: marketOpen };
  const isWanted = change === 'either' || (change === 'opens') === marketOpen;
  if (before.wasOpen === null || !isWanted) return { tracker, found: null, missed: false };
  const found = {
    kind: 'market' as const,
    now: marketOpen ? ('open' as const) : ('closed' as const),
  };
  return { tracker, found, missed: afterGap };
}
