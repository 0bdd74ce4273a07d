import { toSeconds, type FeedId } from '../../base/units.ts';
import { LONGEST_CLOSURE_SECONDS } from '../history/place-in-time.ts';
import { ageMs } from '../prices/age.ts';
import type { FeedAttributes } from '../prices/attributes.ts';
import { conditionOf, type MarketMoment } from '../prices/condition.ts';
import { isMarketOpen } from '../prices/market-schedule.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { isProven, type StoredPrice } from '../prices/stored-price.ts';
import { hoursInCode } from '../watchlist/named-feeds.ts';
import type { FeedFacts } from '../holdings/ingredients.ts';
import { factsIn } from './facts.ts';
import type { FeedsView } from './market.ts';

interface Circumstances extends MarketMoment {
  readonly id: FeedId;
  readonly attributes: FeedAttributes | undefined;
  readonly price: StoredPrice | undefined;
}

/** What alerts may conclude about a market. A service's schedule is not signed. */
export interface Trading {
  /** No price is expected now. */
  readonly isClosed: boolean;
  /** The price was too old when the service was last asked, and nothing excuses it. */
  readonly isStale: boolean;
  /** The age of a price that only the service's schedule excuses, in seconds. */
  readonly excusedSeconds: number | null;
}

/**
 * A recent signed price is trading, whatever a schedule says. Hours in the code excuse an old
 * price; a service's schedule does so for at most a long weekend, and then the age must be shown.
 */
export function tradingOf({ id, attributes, price, ...moment }: Circumstances): Trading {
  const { lastAskedAtMs, limitSeconds, nowMs, skewMs } = moment;
  const condition = conditionOf({ ...moment, attributes, price });
  const isOpen = { isClosed: false, isStale: condition === 'stale', excusedSeconds: null };
  if (condition !== 'closed') return isOpen;
  if (!price || lastAskedAtMs === 0) return { ...isOpen, isClosed: true };
  const seconds = Math.floor(toSeconds(ageMs(price.publishTime, lastAskedAtMs - skewMs)));
  if (seconds <= limitSeconds) return { ...isOpen, isClosed: !isProven(price) };
  const schedule = hoursInCode(id);
  if (schedule !== undefined) {
    const isOpenByCode = isMarketOpen(parseSchedule({ schedule }), nowMs - skewMs);
    return { ...isOpen, isClosed: !isOpenByCode, isStale: isOpenByCode };
  }
  return seconds > LONGEST_CLOSURE_SECONDS
    ? { ...isOpen, isStale: true }
    : { isClosed: true, isStale: false, excusedSeconds: seconds };
}

/** Facts about the prices of a calculated figure that alerts watch. */
export interface AlertFacts extends FeedFacts {
  readonly excusedSeconds?: number | null;
}

export function alertFactsIn(
  feeds: FeedsView,
  ids: readonly FeedId[],
): ReadonlyMap<FeedId, AlertFacts> {
  const facts = factsIn(feeds, ids).entries();
  return new Map(
    facts.map(([id, known]) => {
      const trading = tradingOf({
        ...feeds,
        id,
        attributes: feeds.attributes[id],
        price: feeds.priceOf(id),
      });
      return [id, { ...known, ...trading }];
    }),
  );
}
