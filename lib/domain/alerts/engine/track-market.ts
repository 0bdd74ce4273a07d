import type { MarketTracker } from '../model/state.ts';
import type { TriggerOf } from '../model/trigger.ts';
import type { Observation } from './feed-watch.ts';
import type { Tracked, TrackOptions } from './tracked.ts';

export const NEW_MARKET: MarketTracker = { kind: 'market', wasOpen: null };

/** Tracks a market's trading hours. An opening or closing during a gap is missed. */
export function trackMarket(
  { change }: TriggerOf<'market'>,
  before: MarketTracker,
  { marketOpen }: Observation,
  { afterGap }: TrackOptions,
): Tracked<MarketTracker> {
  if (marketOpen === before.wasOpen) return { tracker: before };
  const tracker = { ...before, wasOpen: marketOpen };
  const isWanted = change === 'either' || (change === 'opens') === marketOpen;
  if (before.wasOpen === null || !isWanted) return { tracker };
  const event = { kind: 'market', now: marketOpen ? 'open' : 'closed' } as const;
  return { tracker, event, missed: afterGap };
}
