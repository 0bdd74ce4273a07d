import { browser } from 'wxt/browser';
import type { StoredPrice } from '../../storage/prices.ts';
import { evaluate, type Evaluation } from '../engine/evaluate.ts';
import type { FeedCheck } from '../engine/feed-watch.ts';
import type { FeedAlerts } from '../model/feed-alerts.ts';
import { checkFeed } from './check-feed.ts';
import type { AlertItems } from './alert-items.ts';
import { inputsOf, rulesByFeed } from './evaluation-inputs.ts';
import { createReachKeeper } from './reach-keeper.ts';
import { createAlertRecords } from './records.ts';

/** The price service's answer for one feed. An answer older than the stored price is left out. */
export interface FeedAnswer {
  id: string;
  price: StoredPrice;
}

/** The watchlist's feeds with their stored prices. */
interface LatestPrices {
  ids: readonly string[];
  prices: ReadonlyMap<string, StoredPrice>;
  /** When the price service last answered, unix milliseconds. */
  askedAt: number;
}

/** Evaluates the alerts in the same step that stores the prices. */
export interface Alerts {
  /** Whether the feed has alerts, so that its answers have to be evaluated. */
  watches: (feedId: string) => boolean;
  /**
   * Evaluates answers in order. Firings are stored as pending before this resolves.
   *
   * @param receivedAt unix milliseconds
   * @param isStoring whether prices are written anyway; if not, small changes are held back
   * @returns session items to store in the same write as the prices
   */
  take: (
    answers: readonly FeedAnswer[],
    receivedAt: number,
    isStoring: boolean,
  ) => Promise<Record<string, unknown>>;
  /**
   * Evaluates these feeds at `now`, unix milliseconds, without an answer. Returns session items.
   */
  tick: (latest: LatestPrices, now: number) => Promise<Record<string, unknown>>;
  /**
   * Discards the watches after a switch to another price service: its first answer follows a gap.
   */
  forget: () => Promise<void>;
  /** Local items with the states, for the next browser start; empty if nothing changed. */
  unsaved: () => Record<string, unknown>;
  /** Call this when the items from `unsaved` have been stored. */
  noteSaved: () => void;
  /** Resolves when the stored states have been read. */
  load: () => Promise<void>;
  /** The states of a feed's alerts. */
  of: (feedId: string) => FeedAlerts | undefined;
}

/** @param onStored called with evaluations that have firings or auto-pauses, once those are stored */
export function createAlerts(
  settings: AlertItems,
  onStored: (evaluation: Evaluation) => void,
): Alerts {
  const { alertRules } = settings;
  const records = createAlertRecords(alertRules);
  const reach = createReachKeeper(settings, records.all);
  let loading: Promise<unknown> | undefined;

  async function load(): Promise<void> {
    loading ??= Promise.all([records.load(), reach.load(), settings.firings.loaded]).catch(
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    await loading;
  }

  async function run(
    checks: readonly FeedCheck[],
    now: number,
    isStoring: boolean,
  ): Promise<Record<string, unknown>> {
    await load();
    const evaluation = evaluate(checks, inputsOf(settings, records.all));
    if (await records.store(evaluation, now)) onStored(evaluation);
    const reachItems = reach.update(checks, now);
    const isDue = isStoring || Object.keys(reachItems).length > 0;
    return { ...reachItems, ...records.sessionItems(evaluation, now, isDue) };
  }

  return {
    load,
    watches: (feedId) => rulesByFeed(alertRules.current).has(feedId),
    of: (feedId) => records.all.get(feedId),
    take(answers, now, isStoring) {
      const checks = answers
        .map((answer) => checkFeed(settings, { ...answer, askedAt: now, now }, true))
        .filter(({ latest }) => latest !== null);
      return run(checks, now, isStoring);
    },
    async tick({ ids, prices, askedAt }, now) {
      const watched = ids.filter((id) => rulesByFeed(alertRules.current).has(id));
      reach.retain(watched);
      if (watched.length === 0) return reach.unsaved();
      const checks = watched.map((id) =>
        checkFeed(settings, { id, price: prices.get(id), askedAt, now }, false),
      );
      return run(checks, now, false);
    },
    async forget() {
      await load();
      reach.retain([]);
      const items = { ...records.forgetWatches(), ...reach.unsaved() };
      if (Object.keys(items).length > 0) await browser.storage.session.set(items);
    },
    unsaved: records.unsaved,
    noteSaved: records.noteSaved,
  };
}
