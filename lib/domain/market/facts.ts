import type { FeedId } from '../../base/units.ts';
import { listStanding, type Standing, type StatusFacts } from '../connection/status.ts';
import type { FeedFacts } from '../holdings/ingredients.ts';
import { conditionOf, type Condition } from '../prices/condition.ts';
import { isProven } from '../prices/stored-price.ts';
import { trueMs, type FeedsView } from './market.ts';
import { faultOf, type Fault } from './price-state.ts';

export function conditionIn(feeds: FeedsView, id: FeedId): Condition | null {
  return conditionOf({ ...feeds, attributes: feeds.attributes[id], price: feeds.priceOf(id) });
}

/** A condition in the form that alerts use. */
export function openness(condition: Condition | null) {
  return {
    marketOpen: condition !== 'closed',
    /** The market is open outside its schedule. */
    isAfterHours: condition === 'after-hours',
    stale: condition === 'stale',
  };
}

/** A price without a fault may still be old, see `toneOf`. */
export function faultIn(feeds: FeedsView, id: FeedId): Fault | null {
  return faultOf({
    missing: feeds.missing[id],
    hasFailed: feeds.failed[id] !== undefined,
    isUnproven: feeds.signatures === 'require' && !isProven(feeds.priceOf(id)),
    condition: conditionIn(feeds, id),
  });
}

/** Whether the service has no newer prices of the feed, or none for this user. */
export function isUnavailable({ missing }: Pick<FeedsView, 'missing'>, id: FeedId): boolean {
  const reason = missing[id];
  return reason !== undefined && reason !== 'no-data';
}

/** As the feed's own row shows it. */
export function factsIn(feeds: FeedsView, ids: readonly FeedId[]): ReadonlyMap<FeedId, FeedFacts> {
  return new Map(ids.map((id) => [id, factsOf(feeds, id)]));
}

function factsOf(feeds: FeedsView, id: FeedId): FeedFacts {
  const price = feeds.priceOf(id);
  const condition = conditionIn(feeds, id);
  return {
    // A feed that the service no longer offers shows no price either.
    price: isUnavailable(feeds, id) ? undefined : price,
    missing: feeds.missing[id],
    failed: feeds.failed[id],
    isClosed: condition === 'closed',
    isStale: condition === 'stale',
    isProven: feeds.signatures === 'off' || isProven(price),
  };
}

/** The state of all prices of the watchlist together. */
export function standingIn(
  feeds: FeedsView,
  ids: readonly FeedId[],
  others: Pick<StatusFacts, 'connection' | 'backgroundUpdates'>,
): Standing {
  return listStanding({
    ...others,
    feeds: ids.map((id) => ({
      id,
      price: feeds.priceOf(id),
      condition: conditionIn(feeds, id),
      missing: feeds.missing[id],
      hasFailed: feeds.failed[id] !== undefined,
    })),
    areSamplesShown: feeds.areSamplesShown,
    signatures: feeds.signatures,
    limitSeconds: feeds.limitSeconds,
    nowMs: trueMs(feeds),
  });
}
