import { browser } from 'wxt/browser';
import { backlogsOf } from '../../alerts/backlog.ts';
import { gapFor } from '../../alerts/feed-watch.ts';
import { addFirings } from '../../alerts/firing-history.ts';
import type { Firing } from '../../alerts/firing.ts';
import type { AlertRule } from '../../alerts/rule.ts';
import { feedAlertsItems, type FeedAlerts } from '../../storage/alert-states.ts';
import { firings, type AlertSettings } from '../../storage/alerts.ts';
import type { StoredPrice } from '../../storage/prices.ts';
import type { BackgroundUpdates } from '../../storage/settings.ts';
import { withLock } from '../../storage/stored-item.ts';
import { tickEvents, toEvents, type LatestPrices, type Occurrence } from './events.ts';
import { findAll, type Findings, type Suspension } from './findings.ts';
import type { Kept } from '../kept.ts';
import type { MarketSettings } from '../market-facts.ts';
import { pollInterval } from '../plan.ts';
import { createReachKeeper } from './reach-keeper.ts';
import { createAlertRecords } from './records.ts';

// A look at a price that did not change is stored this often: far more finely than any gap.
const LOOK_STEP_MS = 5_000;

/** What the service said of one feed; an older figure than the stored one is none. */
export interface FeedAnswer {
  id: string;
  price: StoredPrice;
}

/** Evaluates the alerts in the very step that stores the prices. */
export interface Alerts {
  /** Whether this feed's answers are to be evaluated. */
  watches: (feedId: string) => boolean;
  /**
   * Evaluates answers in their order. What fired is stored, as pending, before this resolves.
   *
   * @param isStoring prices are stored in any case; otherwise only what is worth a write is given
   * @returns session items to be stored together with the prices, in one write
   */
  take: (
    answers: readonly FeedAnswer[],
    receivedAt: number,
    isStoring: boolean,
  ) => Promise<Record<string, unknown>>;
  /** Lets the alerts of these feeds look at the clock; gives the same. */
  tick: (latest: LatestPrices, now: number) => Promise<Record<string, unknown>>;
  /** The looks so far were at another service: the next is a first one. */
  forget: () => Promise<void>;
  /** Local items that keep the states for the next start of the browser; none where none changed. */
  unsaved: () => Record<string, unknown>;
  /** To be called when these are stored. */
  noteSaved: () => void;
  /** Resolves when the stored states are known. */
  load: () => Promise<void>;
  /** What became of a feed's alerts. */
  of: (feedId: string) => FeedAlerts | undefined;
}

export interface EvaluationSettings extends MarketSettings {
  alertRules: Kept<AlertRule[]>;
  alertSettings: Kept<AlertSettings>;
  firings: Kept<Firing[]>;
  backgroundUpdates: Kept<BackgroundUpdates>;
}

interface EvaluationOptions {
  settings: EvaluationSettings;
  /** Something fired or was missed, and is stored. */
  onFirings: (found: readonly Firing[]) => void;
  onSuspended: (suspension: Suspension) => void;
}

export function createAlerts({ settings, onFirings, onSuspended }: EvaluationOptions): Alerts {
  const { alertRules, alertSettings, backgroundUpdates } = settings;
  const reach = createReachKeeper();
  const records = createAlertRecords(alertRules);
  /** When each feed's look was last stored, unix milliseconds. */
  const lookStoredAt = new Map<string, number>();
  let loading: Promise<void> | undefined;
  let isUnsaved = false;
  let grouped: { of: AlertRule[]; byFeed: Map<string, AlertRule[]> } | undefined;

  // Rules are replaced as a whole whenever one changes.
  function rulesByFeed(): ReadonlyMap<string, AlertRule[]> {
    const rules = alertRules.current;
    if (grouped?.of !== rules) {
      grouped = { of: rules, byFeed: Map.groupBy(rules, ({ feedId }) => feedId) };
    }
    return grouped.byFeed;
  }

  function rulesOf(feedId: string): readonly AlertRule[] {
    const rules = rulesByFeed().get(feedId) ?? [];
    if (Object.hasOwn(settings.followedFeeds.current, feedId)) return rules;
    // Its hours are not known yet: that it counts as open until then is no opening or closing.
    return rules.filter(({ trigger }) => trigger.kind !== 'market');
  }

  function ensureLoaded(): Promise<void> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function load(): Promise<void> {
    await Promise.all([records.load(), reach.load(), settings.firings.loaded]);
  }

  async function evaluate(
    occurrences: readonly Occurrence[],
    now: number,
    isStoring: boolean,
  ): Promise<Record<string, unknown>> {
    await ensureLoaded();
    const found = find(occurrences);
    isUnsaved ||= found.isChanged;
    if (found.urgent.size > 0) await storeFirings(found, now);
    records.set(found.records);
    const items = followReach(occurrences, now);
    if (!isStoring && !isDue(found, now) && Object.keys(items).length === 0) return {};
    for (const id of found.records.keys()) lookStoredAt.set(id, now);
    return { ...items, ...feedAlertsItems(found.records) };
  }

  function find(occurrences: readonly Occurrence[]): Findings {
    const { areOn, tellsMissed } = alertSettings.current;
    const gap = gapFor(pollInterval(backgroundUpdates.current) / 1_000);
    const backlogs = backlogsOf(settings.firings.current);
    return findAll(occurrences, { rulesOf, feeds: records.all, areOn, tellsMissed, gap, backlogs });
  }

  /** A price that stood still is looked at all the time; each look is not worth a write. */
  function isDue({ records: changed, isChanged }: Findings, now: number): boolean {
    if (isChanged) return true;
    const isLong = (id: string) => Math.abs(now - (lookStoredAt.get(id) ?? 0)) >= LOOK_STEP_MS;
    return changed.entries().some(([id, { watch }]) => watch === null || isLong(id));
  }

  /** One write, before the prices': from here on no death of the worker loses or repeats them. */
  async function storeFirings(found: Findings, now: number): Promise<void> {
    for (const id of found.urgent) {
      const record = found.records.get(id);
      // Not from 1 on: the session may hold a record of alerts that the feed had before.
      const revision = Math.max((record?.revision ?? 0) + 1, now);
      if (record) found.records.set(id, { ...record, revision });
    }
    await withLock(firings.key, async () => {
      const history = addFirings(await firings.getValue(), found.firings, now);
      await browser.storage.local.set({
        [firings.key]: history,
        ...records.durable(found.records),
      });
    });
    isUnsaved = false;
    if (found.firings.length > 0) onFirings(found.firings);
    for (const suspension of found.suspended) onSuspended(suspension);
  }

  function followReach(occurrences: readonly Occurrence[], now: number): Record<string, unknown> {
    if (backgroundUpdates.current !== 'balanced') return {};
    for (const { id, latest } of occurrences) {
      const states = records.all.get(id)?.states ?? {};
      const rules = alertSettings.current.areOn ? rulesOf(id) : [];
      reach.follow(id, { rules, states, latest: latest?.stale ? null : latest, now });
    }
    return reach.unsaved();
  }

  return {
    load: ensureLoaded,
    watches: (feedId) => rulesByFeed().has(feedId),
    of: (feedId) => records.all.get(feedId),
    take: (answers, receivedAt, isStoring) =>
      evaluate(toEvents(settings, answers, receivedAt), receivedAt, isStoring),
    async tick(latest, now) {
      const ids = latest.ids.filter((id) => rulesByFeed().has(id));
      reach.keepOnly(ids);
      if (ids.length === 0) return reach.unsaved();
      return evaluate(tickEvents(settings, { ...latest, ids }, now), now, false);
    },
    async forget() {
      await ensureLoaded();
      records.set([...records.all].map(([id, record]) => [id, { ...record, watch: null }]));
      reach.keepOnly([]);
      const items = { ...feedAlertsItems(records.all), ...reach.unsaved() };
      if (Object.keys(items).length > 0) await browser.storage.session.set(items);
    },
    unsaved: () => (isUnsaved ? records.durable() : {}),
    noteSaved() {
      isUnsaved = false;
    },
  };
}
