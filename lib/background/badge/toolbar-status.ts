import type { ConnectionState } from '../../domain/connection/state.ts';
import { standingOf, type Status } from '../../domain/connection/status.ts';
import { conditionOf } from '../../domain/prices/condition.ts';
import type { MissingReason } from '../../domain/prices/stored-price.ts';
import type { BackgroundUpdates } from '../../domain/settings.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { Cached } from '../cached.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { MarketSettings } from '../market-facts.ts';

/** The settings that the status of all prices depends on. */
export interface StatusSettings extends MarketSettings {
  watchlist: Cached<string[]>;
  connectionState: Cached<ConnectionState>;
  missingFeeds: Cached<Record<FeedId, MissingReason>>;
  backgroundUpdates: Cached<BackgroundUpdates>;
  areSamplesShown: Cached<boolean>;
}

/** The status of all prices for the tooltip, without a countdown. @param now by the local clock */
export function toolbarStatus(
  settings: StatusSettings,
  { prices, askedAt, failed }: Pick<PriceIntake, 'prices' | 'askedAt' | 'failed'>,
  now: UnixMilliseconds,
): Status {
  const { skewMs } = settings.clockSkew.current;
  const limitSeconds = settings.staleLimitSeconds.current;
  return standingOf({
    connection: { ...settings.connectionState.current, nextAttemptAt: null },
    feeds: settings.watchlist.current.map((id) => {
      const price = prices.get(id);
      return {
        id,
        price,
        condition: conditionOf({
          attributes: settings.followedFeeds.current[id],
          price,
          lastAskedAtMs: askedAt,
          limitSeconds,
          nowMs: now,
          skewMs,
        }),
        missing: settings.missingFeeds.current[id],
        hasFailed: failed.has(id),
      };
    }),
    areSamplesShown: settings.areSamplesShown.current,
    signatures: settings.signatures.current,
    backgroundUpdates: settings.backgroundUpdates.current,
    limitSeconds,
    nowMs: now - skewMs,
  }).status;
}
