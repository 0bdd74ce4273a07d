import type { Observation } from './feed-watch.ts';
import type { Trigger } from './rule.ts';
import type { MarketTracker } from './state.ts';
import type { Tracked, TrackOptions } from './track.ts';

export const NEW_MARKET: MarketTracker = { kind: 'market', wasOpen: null };

/** Tracks a market's trading hours. An opening or closing during a gap is missed. */
export function trackMarket(
  { change }: Extract<Trigger, { kind: 'market' }>,
  before: MarketTracker,
  { marketOpen }: Observation,
  { afterGap }: TrackOptions,
): Tracked<MarketTracker> {
  if (marketOpen === before.wasOpen) return { tracker: before, happening: null, missed: false };
  const tracker = { ...before, wasOpen: marketOpen };
  const isWanted = change === 'either' || (change === 'opens') === marketOpen;
  if (before.wasOpen === null || !isWanted) return { tracker, happening: null, missed: false };
  const happening = {
    kind: 'market' as const,
    now: marketOpen ? ('open' as const) : ('closed' as const),
  };
  return { tracker, happening, missed: afterGap };
}
