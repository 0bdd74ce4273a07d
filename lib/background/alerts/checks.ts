import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { FeedCheck } from '../../domain/alerts/engine/feed-watch.ts';
import type { AlertItems } from './alert-items.ts';
import { createBaskets } from './baskets.ts';
import { checkAnswers, checkClock, type FeedAnswer, type KnownPrices } from './check-feed.ts';
import { rulesByFeed } from './evaluation-inputs.ts';

/** The checks of everything that alerts watch: of feeds, then of the figures calculated from them. */
export function createChecks(settings: AlertItems) {
  const baskets = createBaskets(settings);

  /** Whether there are alerts on the feed's own price. */
  function hasRules(feedId: FeedId): boolean {
    return rulesByFeed(settings.alertRules.current).has(feedId);
  }

  return {
    /** Whether alerts depend on the feed's price. */
    need: (feedId: FeedId): boolean => hasRules(feedId) || baskets.contain(feedId),
    /** @param known with the prices of the answers */
    ofAnswers(
      answers: readonly FeedAnswer[],
      known: KnownPrices,
      now: UnixMilliseconds,
    ): FeedCheck[] {
      const own = answers.filter(({ id }) => hasRules(id));
      return [...checkAnswers(settings, own, now), ...baskets.checkAnswers(answers, known, now)];
    },
    ofClock: (ids: readonly FeedId[], known: KnownPrices, now: UnixMilliseconds): FeedCheck[] => [
      ...checkClock(settings, ids.filter(hasRules), known, now),
      ...baskets.checkClock(known, now),
    ],
  };
}
