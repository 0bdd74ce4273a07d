import { marketFacts, mayLeave } from '../market-facts.ts';
import { basketOf, type Basket } from '../../domain/holdings/basket.ts';
import type { FeedFacts } from '../../domain/holdings/ingredients.ts';
import { isProven } from '../../domain/prices/proof.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { FeedCheck } from '../../domain/alerts/engine/feed-watch.ts';
import { checkBasket } from '../../domain/alerts/engine/worth-check.ts';
import { subjectOf } from '../../domain/holdings/subject.ts';
import type { AlertItems } from './alert-items.ts';
import type { FeedAnswer, KnownPrices } from './check-feed.ts';
import { rulesByFeed } from './evaluation-inputs.ts';

type Baskets = ReadonlyMap<string, Basket>;

/** The figures that alerts watch and that are calculated from the prices of several feeds. */
export function createBaskets(settings: AlertItems) {
  const { alertRules, holdings, watchlist, groups, followedFeeds, currencyFeeds } = settings;
  const items = [alertRules, holdings, watchlist, groups, followedFeeds, currencyFeeds];
  let madeFrom: readonly unknown[] = [];
  let baskets: Baskets = new Map();
  let feedIds: ReadonlySet<FeedId> = new Set();

  /** Calculated again only after a change, because every price asks for them. */
  function current(): Baskets {
    const sources = items.map((item) => item.current);
    if (sources.every((source, at) => source === madeFrom[at])) return baskets;
    madeFrom = sources;
    baskets = basketsOf(settings);
    feedIds = new Set(baskets.values().flatMap((basket) => basket.feedIds));
    return baskets;
  }

  return {
    /** Whether a figure is calculated from the feed's price. */
    contain: (feedId: FeedId): boolean => current().size > 0 && feedIds.has(feedId),
    /** The checks of the figures that these answers are part of. */
    checkAnswers(
      answers: readonly FeedAnswer[],
      known: KnownPrices,
      now: UnixMilliseconds,
    ): FeedCheck[] {
      const answered = new Set(answers.map(({ id }) => id));
      const changed = [...current()].filter(([, basket]) =>
        basket.feedIds.some((id) => answered.has(id)),
      );
      return check(settings, changed, { known, now, isAnswer: true });
    },
    /** The checks for a clock tick. */
    checkClock: (known: KnownPrices, now: UnixMilliseconds): FeedCheck[] =>
      check(settings, [...current()], { known, now, isAnswer: false }),
  };
}

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

function check(
  settings: AlertItems,
  baskets: readonly (readonly [id: string, basket: Basket])[],
  { known, now, isAnswer }: Occasion,
): FeedCheck[] {
  const ids = new Set(baskets.flatMap(([, { feedIds }]) => feedIds));
  const facts = new Map([...ids].map((id) => [id, factsOf(settings, id, known, now)]));
  const trueAt = now - settings.clockSkew.current.skewMs;
  return baskets.map(([id, basket]) => {
    const occasion = { id, isAnswer, at: now, trueAt };
    return checkBasket(basket, facts, occasion).check;
  });
}

/** If verification is required, an unverified price is left out. */
function factsOf(
  settings: AlertItems,
  id: FeedId,
  { priceOf, failed, askedAt }: KnownPrices,
  now: UnixMilliseconds,
): FeedFacts {
  const price = priceOf(id);
  const { marketOpen, stale } = marketFacts(settings, { id, price, askedAt, now });
  const counts = price !== undefined && mayLeave(price, settings.signatures.current);
  return {
    price: counts ? price : undefined,
    failed: failed.get(id),
    isClosed: !marketOpen,
    isStale: stale,
    isProven: price !== undefined && isProven(price),
  };
}
