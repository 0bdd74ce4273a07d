import { writeItems } from '../../storage/areas.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { evaluate, type Evaluation } from '../../domain/alerts/engine/evaluate.ts';
import type { FeedAlerts } from '../../domain/alerts/model/feed-alerts.ts';
import type { FeedCheck } from '../../domain/alerts/engine/feed-watch.ts';
import type { AlertItems } from './alert-items.ts';
import { checkFeed, type FeedAnswer, type KnownPrices } from './check-feed.ts';
import { inputsOf, rulesByFeed } from './evaluation-inputs.ts';
import { createReachKeeper } from './reach.ts';
import { resolve, type FoundInAbsence } from './look-back/resolve.ts';
import { AlertRecords } from './records.ts';
import { createBaskets } from './baskets.ts';
import { lateFeeds } from '../../storage/values/late-feeds.ts';
import { toSignedBytes, type SignedBytes } from '../../domain/signed-updates/signed-bytes.ts';
import type { Firing } from '../../domain/alerts/model/firing.ts';
import { goesByClock } from '../../domain/alerts/model/trigger.ts';

export type Alerts = ReturnType<typeof createAlerts>;

/**
 * Evaluates alerts in the step that stores the prices.
 * @param onStored called once firings are stored
 */
export function createAlerts(settings: AlertItems, onStored: (evaluation: Evaluation) => void) {
  const records = new AlertRecords(settings.alertRules);
  const reach = createReachKeeper(settings, records.all);
  const late = createLateKeeper(settings);
  const checks = createChecks(settings, records.all);
  const load = loadOnce(() => [records.load(), reach.load(), ...settingsNeeded(settings)]);

  async function run(due: readonly FeedCheck[], now: UnixMilliseconds, source: Source = {}) {
    const { answers = [], isStoring = false } = source;
    const evaluation = evaluate(due, inputsOf(settings, records.all));
    const bytes = signedBytesOf(evaluation.firings, answers);
    const isStored = await records.store(evaluation, bytes, now);
    if (isStored || evaluation.absences.length > 0) onStored(evaluation);
    const others = { ...reach.update(due, now), ...late.update(due), ...records.unstoredItems() };
    const isDue = isStoring || Object.keys(others).length > 0;
    return { ...others, ...records.sessionItems(evaluation, now, isDue) };
  }

  return {
    load,
    /** Whether alerts depend on the feed's price. */
    watches: checks.need,
    of: (feedId: FeedId) => records.all.get(feedId),
    /**
     * Evaluates responses in order, then the figures calculated from them. Stores firings as
     * pending first. Returns session items to write together with the prices.
     * @param known includes the prices being evaluated
     * @param isStoring whether prices are written anyway; if not, small changes are held back
     */
    async evaluate(
      answers: readonly FeedAnswer[],
      known: KnownPrices,
      now: UnixMilliseconds,
      isStoring: boolean,
    ) {
      await load();
      return run(checks.ofAnswers(answers, known, now), now, { answers, isStoring });
    },
    /** Evaluates these feeds at `now`, without a response. Returns session items. */
    async tick(feedIds: readonly FeedId[], known: KnownPrices, now: UnixMilliseconds) {
      await load();
      const due = checks.ofClock(feedIds, known, now);
      reach.retain(due.map(({ subjectId }) => subjectId));
      if (due.length > 0) return run(due, now);
      return { ...reach.unsaved(), ...late.update(due) };
    },
    /** Discards the watches, so the next response counts as following a gap. */
    async reset(): Promise<void> {
      await load();
      reach.retain([]);
      await writeItems('session', { ...records.forgetWatches(), ...reach.unsaved() });
    },
    /** Forgets all states and firings: their prices were samples. */
    clear: () => records.clear(),
    /** Stores what alerts found about an absence. Returns session items. */
    resolve: (found: FoundInAbsence, known: KnownPrices, now: UnixMilliseconds) =>
      load().then(() => storeFound({ records, settings, onStored }, found, known, now)),
    records,
  };
}

interface Storing {
  records: AlertRecords;
  settings: AlertItems;
  onStored: (evaluation: Evaluation) => void;
}

async function storeFound(
  { records, settings, onStored }: Storing,
  found: FoundInAbsence,
  known: KnownPrices,
  now: UnixMilliseconds,
): Promise<Record<string, unknown>> {
  const absence = records.absences[found.absence.feedId];
  // A new absence, which includes this one, has begun.
  if (!absence || absence.endedAt !== found.absence.endedAt) return {};
  const evaluation = resolve(settings, records.all, found, known, now);
  await records.store(evaluation, found.signedBytes, now, absence);
  onStored(evaluation);
  return records.sessionItems(evaluation, now, true);
}

/** Where checks come from; empty for a clock tick. */
interface Source {
  answers?: readonly FeedAnswer[];
  isStoring?: boolean;
}

/** If any were missing, the first price after an absence would not start a look back. */
function settingsNeeded({ firings, services, historyServices, areSamplesInUse }: AlertItems) {
  return [firings, services, historyServices, areSamplesInUse].map(({ loaded }) => loaded);
}

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

function createChecks(settings: AlertItems, feeds: ReadonlyMap<FeedId, FeedAlerts>) {
  const baskets = createBaskets(settings, (id) => feeds.get(id)?.waiting ?? {});

  const hasRules = (feedId: FeedId): boolean =>
    rulesByFeed(settings.alertRules.current).has(feedId);

  return {
    need: (feedId: FeedId): boolean => hasRules(feedId) || baskets.contain(feedId),
    ofAnswers(answers: readonly FeedAnswer[], known: KnownPrices, now: UnixMilliseconds) {
      const occasion = { askedAt: now, isAnswer: true };
      const own = answers
        .filter(({ id }) => hasRules(id))
        .map(({ id, price }) => ({ id, price, before: known.wasPriceOf(id) }))
        .map((answer) => checkFeed(settings, answer, occasion, now))
        .filter(({ latest }) => latest !== null);
      return [...own, ...baskets.checkAnswers(answers, known, now)];
    },
    ofClock(ids: readonly FeedId[], known: KnownPrices, now: UnixMilliseconds) {
      const occasion = { askedAt: known.askedAt, isAnswer: false };
      const own = ids
        .filter(hasRules)
        // While going live, alerts ignore the remaining samples.
        .filter((id) => settings.areSamplesInUse.current || !known.priceOf(id)?.isSample)
        .map((id) => checkFeed(settings, { id, price: known.priceOf(id) }, occasion, now));
      return [...own, ...baskets.checkClock(known, now)];
    },
  };
}

/** Tracks the feeds whose late prices keep alerts on calculated figures silent. */
function createLateKeeper(settings: AlertItems) {
  const lateOf = new Map<string, FeedId>();

  return {
    /** Returns session items; empty if nothing changed. */
    update(checks: readonly FeedCheck[]): Record<string, unknown> {
      for (const { subjectId, lateFeed } of checks) {
        if (lateFeed === undefined) lateOf.delete(subjectId);
        else lateOf.set(subjectId, lateFeed);
      }
      const late = new Set(lateOf.entries().flatMap(([id, feed]) => (isActive(id) ? [feed] : [])));
      const ids = [...late].toSorted();
      return ids.join() === settings.lateFeeds.current.join() ? {} : lateFeeds.entry(ids);
    },
  };

  function isActive(id: string): boolean {
    const rules = rulesByFeed(settings.alertRules.current).get(id) ?? [];
    return settings.alertSettings.current.areOn && rules.some(({ enabled }) => enabled);
  }
}

/**
 * The signed bytes of the prices that fired alerts, by firing id. Leaves out unverified prices and firings that
 * the clock caused.
 */
function signedBytesOf(
  firings: readonly Firing[],
  answers: readonly FeedAnswer[],
): Map<string, SignedBytes> {
  const found = new Map<string, SignedBytes>();
  // Alerts on the same feed often fire together.
  const made = new Map<FeedAnswer, SignedBytes | null>();
  for (const firing of firings) {
    const answer = goesByClock(firing.what)
      ? undefined
      : answers.find((each) => fired(each, firing));
    if (!answer?.evidence) continue;
    const { signed, binary } = answer.evidence;
    if (!made.has(answer)) made.set(answer, toSignedBytes(signed, binary));
    const bytes = made.get(answer);
    if (bytes) found.set(firing.id, bytes);
  }
  return found;
}

function fired({ id, price, evidence }: FeedAnswer, { feedId, price: at }: Firing): boolean {
  return (
    evidence !== undefined &&
    id === feedId &&
    price.publishTime === at?.publishTime &&
    price.slot === at.slot &&
    price.price === at.price &&
    price.expo === at.expo
  );
}
