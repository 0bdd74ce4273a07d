import { basketOf, type Basket } from '../../domain/holdings/basket.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { FeedCheck } from '../../domain/alerts/engine/feed-watch.ts';
import { settle, withPrice, type FeedPrices } from '../../domain/alerts/engine/settle.ts';
import { checkBasket } from '../../domain/alerts/engine/worth-check.ts';
import type { Waiting } from '../../domain/alerts/model/feed-alerts.ts';
import { subjectOf } from '../../domain/holdings/subject.ts';
import { conditionIn, isUnavailable } from '../../domain/market/facts.ts';
import { alertFactsIn } from '../../domain/market/trading.ts';
import { leaving } from '../../domain/market/market.ts';
import { cachedFeeds } from '../market.ts';
import type { AlertItems } from './alert-items.ts';
import type { FeedAnswer, KnownPrices } from './check-feed.ts';
import { rulesByFeed } from './evaluation-inputs.ts';

type Baskets = ReadonlyMap<string, Basket>;

/**
 * Figures that alerts watch and that are calculated from several feeds' prices.
 * @param waitingOf the prices still waiting at a figure's last check
 */
export function createBaskets(settings: AlertItems, waitingOf: (id: string) => Waiting) {
  const { alertRules, holdings, watchlist, groups, followedFeeds, currencyFeeds } = settings;
  const items = [alertRules, holdings, watchlist, groups, followedFeeds, currencyFeeds];
  let madeFrom: readonly unknown[] = [];
  let baskets: Baskets = new Map();
  let feedIds: ReadonlySet<FeedId> = new Set();

  /** Memoized, because every price asks for them. */
  function current(): Baskets {
    const sources = items.map((item) => item.current);
    if (sources.every((source, at) => source === madeFrom[at])) return baskets;
    madeFrom = sources;
    baskets = basketsOf(settings);
    feedIds = new Set(baskets.values().flatMap((basket) => basket.feedIds));
    return baskets;
  }

  const check = (id: string, basket: Basket, occasion: Occasion) =>
    checksOf(settings, { id, basket, waiting: waitingOf(id) }, occasion);

  return {
    /** Whether a figure is calculated from the feed's price. */
    contain: (feedId: FeedId): boolean => current().size > 0 && feedIds.has(feedId),
    checkAnswers(
      answers: readonly FeedAnswer[],
      known: KnownPrices,
      now: UnixMilliseconds,
    ): FeedCheck[] {
      const answered = new Set(answers.map(({ id }) => id));
      return [...current()]
        .filter(([, basket]) => basket.feedIds.some((id) => answered.has(id)))
        .flatMap(([id, basket]) => {
          const { steps, quiet } = check(id, basket, { known, now, isAnswer: true });
          return steps.length > 0 ? steps : [quiet];
        });
    },
    checkClock: (known: KnownPrices, now: UnixMilliseconds): FeedCheck[] =>
      [...current()].flatMap(([id, basket]) => {
        const { steps, quiet } = check(id, basket, { known, now, isAnswer: false });
        return [...steps, quiet];
      }),
  };
}

type Prices = ReadonlyMap<FeedId, StoredPrice>;

function basketsOf(settings: AlertItems): Baskets {
  const sources = {
    holdings: settings.holdings.current,
    watchlist: settings.watchlist.current,
    groups: settings.groups.current,
    attributes: settings.followedFeeds.current,
    feeds: settings.currencyFeeds.current,
  };
  return new Map(
    [...rulesByFeed(settings.alertRules.current).keys()].flatMap((id) => {
      const subject = subjectOf(id);
      return subject.kind === 'feed' ? [] : [[id, basketOf(subject, sources)]];
    }),
  );
}

interface Occasion {
  known: KnownPrices;
  now: UnixMilliseconds;
  isAnswer: boolean;
}

/** A check at each time whose prices have settled (`steps`), then one at `now` (`quiet`). */
function checksOf(
  settings: AlertItems,
  { id, basket, waiting: queues }: { id: string; basket: Basket; waiting: Waiting },
  { known, now, isAnswer }: Occasion,
) {
  const parts = partsOf(settings, queues, basket, { known, now });
  const { steps, inForce, waiting } = settle(parts, now);
  const checkOf = (prices: Prices, at: UnixMilliseconds, isNew: boolean): FeedCheck => {
    const { failed, askedAt } = known;
    const feeds = cachedFeeds(
      settings,
      { priceOf: (each) => prices.get(each), failed, askedAt },
      at,
    );
    const facts = alertFactsIn(leaving(feeds), basket.feedIds);
    const trueAt = at - settings.clockSkew.current.skewMs;
    const occasion = { id, at, trueAt, isAnswer: isNew || isAnswer };
    const { check, waitsFor } = checkBasket(basket, facts, occasion);
    const lateFeed = waitsFor?.why === 'stale' ? waitsFor.at : undefined;
    return { ...check, isNew, lateFeed, waiting };
  };
  return {
    steps: steps.map(({ prices, at }) => checkOf(prices, at, true)),
    quiet: checkOf(inForce, now, false),
  };
}

/** Each feed's price in force, and its prices that are waiting or have just arrived. */
function partsOf(
  settings: AlertItems,
  queues: Waiting,
  { feedIds }: Basket,
  { known, now }: Omit<Occasion, 'isAnswer'>,
): Map<FeedId, FeedPrices> {
  const feeds = cachedFeeds(settings, known, now);
  return new Map(
    feedIds.map((id) => {
      const [before, price] = [known.wasPriceOf(id), known.priceOf(id)];
      const [inForce = before, ...waiting] = queues[id] ?? [];
      const condition = conditionIn(feeds, id);
      const isAwaited =
        condition !== 'closed' && condition !== 'stale' && !isUnavailable(feeds, id);
      const isNew = price !== undefined && price !== before;
      const queue = isNew ? withPrice(waiting, price) : waiting;
      return [id, { inForce, waiting: queue, isAwaited }];
    }),
  );
}
