import type { Observation } from './feed-watch.ts';
import type { Trigger } from '../model/rule.ts';
import type { MarketTracker } from '../model/state.ts';
import type { Tracked, TrackOptions } from './track.ts';

export const NEW_MARKET: MarketTracker = { kind: 'market', wasOpen: null };

/** Tracks a market's trading hours. An opening or closing during a gap is missed. */
export function trackMarket(
  { change }: Extract<Trigger, { kind: 'market' }>,
  before: MarketTracker,
  { marketOpen }: Observation,
  { afterGap }: TrackOptions,
): Tracked<MarketTracker> {
  if (marketOpen === before.wasOpen) return { tracker: before, event: null, missed: false };
  const tracker = { ...before, wasOpen: marketOpen };
  const isWanted = change === 'either' || (change === 'opens') === marketOpen;
  if (before.wasOpen === null || !isWanted) return { tracker, event: null, missed: false };
  const event = {
    kind: 'market' as const,
    now: marketOpen ? ('open' as const) : ('closed' as const),
  };
  return { tracker, event, missed: afterGap };
}
