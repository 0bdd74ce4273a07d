import { writeItems } from '../../storage/read-ahead.ts';
import type { FeedId, UnixMilliseconds } from '../../units.ts';
import { evaluate, type Evaluation } from '../engine/evaluate.ts';
import type { FeedCheck } from '../engine/feed-watch.ts';
import type { AlertItems } from './alert-items.ts';
import { checkAnswers, checkClock, type FeedAnswer, type LatestPrices } from './check-feed.ts';
import { inputsOf, rulesByFeed } from './evaluation-inputs.ts';
import { createReachKeeper } from './reach-keeper.ts';
import { createAlertRecords } from './records.ts';
import { signedPricesOf } from './signed-prices.ts';

export type Alerts = ReturnType<typeof createAlerts>;

/**
 * Evaluates the alerts in the same step that stores the prices.
 *
 * @param onStored called with evaluations that have firings or auto-pauses, once those are stored
 */
export function createAlerts(settings: AlertItems, onStored: (evaluation: Evaluation) => void) {
  const { alertRules } = settings;
  const records = createAlertRecords(alertRules);
  const reach = createReachKeeper(settings, records.all);
  const load = loadOnce(() => [records.load(), reach.load(), settings.firings.loaded]);

  /** Whether the feed has alerts, so that its answers have to be evaluated. */
  function watches(feedId: FeedId): boolean {
    return rulesByFeed(alertRules.current).has(feedId);
  }

  async function run(checks: readonly FeedCheck[], now: UnixMilliseconds, source: Source = {}) {
    const { answers = [], isStoring = false } = source;
    await load();
    const evaluation = evaluate(checks, inputsOf(settings, records.all));
    const signedPrices = signedPricesOf(evaluation.firings, answers);
    if (await records.store(evaluation, signedPrices, now)) onStored(evaluation);
    const reachItems = reach.update(checks, now);
    const isDue = isStoring || Object.keys(reachItems).length > 0;
    return { ...reachItems, ...records.sessionItems(evaluation, now, isDue) };
  }

  return {
    /** Resolves when the stored states have been read. */
    load,
    watches,
    /** The states of a feed's alerts. */
    of: (feedId: FeedId) => records.all.get(feedId),
    /**
     * Evaluates answers in order. Firings are stored as pending before this resolves.
     *
     * @param now when the answers arrived
     * @param isStoring whether prices are written anyway; if not, small changes are held back
     * @returns session items to store in the same write as the prices
     */
    evaluate(answers: readonly FeedAnswer[], now: UnixMilliseconds, isStoring: boolean) {
      return run(checkAnswers(settings, answers, now), now, { answers, isStoring });
    },
    /** Evaluates feeds at `now`, without an answer. Returns session items. */
    async tick(latest: LatestPrices, now: UnixMilliseconds) {
      const ids = latest.ids.filter(watches);
      reach.retain(ids);
      if (ids.length === 0) return reach.unsaved();
      return run(checkClock(settings, { ...latest, ids }, now), now);
    },
    /** Discards the watches, so that the next answer follows a gap. */
    async reset(): Promise<void> {
      await load();
      reach.retain([]);
      const items = { ...records.forgetWatches(), ...reach.unsaved() };
      if (Object.keys(items).length > 0) await writeItems('session', items);
    },
    /** Local items with the states, for the next browser start; empty if nothing changed. */
    unsaved: records.unsaved,
    /** Call this when the items from `unsaved` have been stored. */
    markSaved: records.markSaved,
  };
}

/** Where checks come from; empty: from the clock. */
interface Source {
  answers?: readonly FeedAnswer[];
  isStoring?: boolean;
}

/** Loads at the first call, and again after a failure. */
function loadOnce(load: () => Promise<unknown>[]): () => Promise<unknown> {
  let loading: Promise<unknown> | undefined;
  return () => {
    loading ??= Promise.all(load()).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
