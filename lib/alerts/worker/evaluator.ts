import { browser } from 'wxt/browser';
import { backlogsOf } from '../engine/backlog.ts';
import { gapFor } from '../engine/feed-watch.ts';
import { addFirings } from '../store/firing-history.ts';
import type { Firing } from '../model/firing.ts';
import type { AlertRule } from '../model/rule.ts';
import { feedAlertsItems, type FeedAlerts } from '../../storage/alert-states.ts';
import { firings, type AlertSettings } from '../../storage/alerts.ts';
import type { StoredPrice } from '../../storage/prices.ts';
import type { BackgroundUpdates } from '../../storage/settings.ts';
import { withLock } from '../../storage/stored-item.ts';
import { tickEvents, toEvents, type LatestPrices, type Occurrence } from './events.ts';
import { findAll, type Findings, type Suspension } from './findings.ts';
import type { Kept } from '../../background/kept.ts';
import type { MarketSettings } from '../../background/market-facts.ts';
import { pollInterval } from '../../background/plan.ts';
import { createReachKeeper } from './reach.ts';
import { createAlertRecords } from './records.ts';

// Answers that change nothing update the stored watch only this often. Far shorter than any gap.
const WATCH_WRITE_INTERVAL_MS = 5_000;

/** The price service's answer for one feed. An answer older than the stored price is left out. */
export interface FeedAnswer {
  id: string;
  price: StoredPrice;
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

export interface EvaluationSettings extends MarketSettings {
  alertRules: Kept<AlertRule[]>;
  alertSettings: Kept<AlertSettings>;
  firings: Kept<Firing[]>;
  backgroundUpdates: Kept<BackgroundUpdates>;
}

interface EvaluationOptions {
  settings: EvaluationSettings;
  /** Called when firings and misses have been stored. */
  onFirings: (newFirings: readonly Firing[]) => void;
  onSuspended: (suspension: Suspension) => void;
}

export function createAlerts({ settings, onFirings, onSuspended }: EvaluationOptions): Alerts {
  const { alertRules, alertSettings, backgroundUpdates } = settings;
  const reach = createReachKeeper();
  const records = createAlertRecords(alertRules);
  /** When each feed's watch was last stored, unix milliseconds. */
  const watchStoredAt = new Map<string, number>();
  let loading: Promise<void> | undefined;
  let isUnsaved = false;
  let grouped: { rules: AlertRule[]; byFeed: Map<string, AlertRule[]> } | undefined;

  // The list of rules is replaced whenever one changes, so its identity is a valid cache key.
  function rulesByFeed(): ReadonlyMap<string, AlertRule[]> {
    const rules = alertRules.current;
    if (grouped?.rules !== rules) {
      grouped = { rules, byFeed: Map.groupBy(rules, ({ feedId }) => feedId) };
    }
    return grouped.byFeed;
  }

  function rulesOf(feedId: string): readonly AlertRule[] {
    const rules = rulesByFeed().get(feedId) ?? [];
    if (Object.hasOwn(settings.followedFeeds.current, feedId)) return rules;
    // The trading hours are not known yet. Until then the market counts as open, and when they
    // arrive that must not count as an opening or closing.
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
    const findings = evaluateAll(occurrences);
    isUnsaved ||= findings.isChanged;
    if (findings.urgent.size > 0) await storeFirings(findings, now);
    records.set(findings.records);
    const items = updateReach(occurrences, now);
    if (!isStoring && !isDue(findings, now) && Object.keys(items).length === 0) return {};
    for (const id of findings.records.keys()) watchStoredAt.set(id, now);
    return { ...items, ...feedAlertsItems(findings.records) };
  }

  function evaluateAll(occurrences: readonly Occurrence[]): Findings {
    const { areOn, tellsMissed } = alertSettings.current;
    const gap = gapFor(pollInterval(backgroundUpdates.current) / 1_000);
    const backlogs = backlogsOf(settings.firings.current);
    return findAll(occurrences, { rulesOf, feeds: records.all, areOn, tellsMissed, gap, backlogs });
  }

  /** Answers without a change arrive all the time. Writing each one would cost too much. */
  function isDue({ records: changed, isChanged }: Findings, now: number): boolean {
    if (isChanged) return true;
    const isOverdue = (id: string) =>
      Math.abs(now - (watchStoredAt.get(id) ?? 0)) >= WATCH_WRITE_INTERVAL_MS;
    return changed.entries().some(([id, { watch }]) => watch === null || isOverdue(id));
  }

  /**
   * Stores firings and states in one write, before the prices. If the worker dies after it, firings
   * are neither lost nor repeated.
   */
  async function storeFirings(findings: Findings, now: number): Promise<void> {
    for (const id of findings.urgent) {
      const record = findings.records.get(id);
      // Not counted from 1: the session may still contain a record of the feed's earlier alerts.
      const revision = Math.max((record?.revision ?? 0) + 1, now);
      if (record) findings.records.set(id, { ...record, revision });
    }
    await withLock(firings.key, async () => {
      const history = addFirings(await firings.getValue(), findings.firings, now);
      await browser.storage.local.set({
        [firings.key]: history,
        ...records.durable(findings.records),
      });
    });
    isUnsaved = false;
    if (findings.firings.length > 0) onFirings(findings.firings);
    for (const suspension of findings.suspended) onSuspended(suspension);
  }

  function updateReach(occurrences: readonly Occurrence[], now: number): Record<string, unknown> {
    if (backgroundUpdates.current !== 'balanced') return {};
    for (const { id, latest } of occurrences) {
      const states = records.all.get(id)?.states ?? {};
      const rules = alertSettings.current.areOn ? rulesOf(id) : [];
      reach.update(id, { rules, states, latest: latest?.stale ? null : latest, now });
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
      reach.retain(ids);
      if (ids.length === 0) return reach.unsaved();
      return evaluate(tickEvents(settings, { ...latest, ids }, now), now, false);
    },
    async forget() {
      await ensureLoaded();
      records.set([...records.all].map(([id, record]) => [id, { ...record, watch: null }]));
      reach.retain([]);
      const items = { ...feedAlertsItems(records.all), ...reach.unsaved() };
      if (Object.keys(items).length > 0) await browser.storage.session.set(items);
    },
    unsaved: () => (isUnsaved ? records.durable() : {}),
    noteSaved() {
      isUnsaved = false;
    },
  };
}
