import { browser } from 'wxt/browser';
import { gapFor } from '../../alerts/feed-watch.ts';
import { addFirings } from '../../alerts/firing-history.ts';
import type { Firing } from '../../alerts/firing.ts';
import type { AlertRule } from '../../alerts/rule.ts';
import {
  durableAlertStates,
  feedAlertsItems,
  readFeedAlerts,
  type FeedAlerts,
  type FeedAlertsRecord,
} from '../../storage/alert-states.ts';
import { firings, type AlertSettings } from '../../storage/alerts.ts';
import { readDeleted } from '../../storage/deleted-alerts.ts';
import type { StoredPrice } from '../../storage/prices.ts';
import type { BackgroundUpdates } from '../../storage/settings.ts';
import { withLock } from '../../stored-item.ts';
import { tickEvents, toEvents, type LatestPrices, type Occurrence } from './events.ts';
import { findAll, type Findings, type Suspension } from './findings.ts';
import type { Kept } from '../kept.ts';
import type { MarketSettings } from '../market-facts.ts';
import { pollInterval } from '../plan.ts';
import { createReachKeeper } from './reach-keeper.ts';

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
  /** Resolves when the stored states are known. */
  load: () => Promise<void>;
  /** What became of a feed's alerts. */
  of: (feedId: string) => FeedAlerts | undefined;
}

export interface EvaluationSettings extends MarketSettings {
  alertRules: Kept<AlertRule[]>;
  alertSettings: Kept<AlertSettings>;
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
  const feeds = new Map<string, FeedAlertsRecord>();
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

  const rulesOf = (feedId: string): readonly AlertRule[] => rulesByFeed().get(feedId) ?? [];

  function ensureLoaded(): Promise<void> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  /** Once a life. Of alerts that were deleted a while ago nothing is kept. */
  async function load(): Promise<void> {
    await alertRules.loaded;
    const kept = [...alertRules.current, ...(await readDeleted(Date.now()))];
    const existing = new Set(kept.map(({ id }) => id));
    const feedIds = new Set(kept.map(({ feedId }) => feedId));
    const { feeds: known, recalled } = await readFeedAlerts([...feedIds]);
    for (const [id, record] of known) feeds.set(id, withOnly(record, existing));
    await reach.load();
    // Pages read the session; a state that never changes again would not reach them otherwise.
    const missing = recalled.flatMap((id) => entryOf(feeds, id));
    if (missing.length > 0) await browser.storage.session.set(feedAlertsItems(new Map(missing)));
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
    for (const [id, record] of found.records) feeds.set(id, record);
    const items = followReach(occurrences, now);
    if (!isStoring && !isDue(found, now) && Object.keys(items).length === 0) return {};
    for (const id of found.records.keys()) lookStoredAt.set(id, now);
    return { ...items, ...feedAlertsItems(found.records) };
  }

  function find(occurrences: readonly Occurrence[]): Findings {
    const { areOn, tellsMissed } = alertSettings.current;
    const gap = gapFor(pollInterval(backgroundUpdates.current) / 1_000);
    return findAll(occurrences, { rulesOf, feeds, areOn, tellsMissed, gap });
  }

  /** A price that stood still is looked at all the time; each look is not worth a write. */
  function isDue({ records, isChanged }: Findings, now: number): boolean {
    if (isChanged) return true;
    const isLong = (id: string) => Math.abs(now - (lookStoredAt.get(id) ?? 0)) >= LOOK_STEP_MS;
    return records.entries().some(([id, { watch }]) => watch === null || isLong(id));
  }

  /** One write, before the prices': from here on no death of the worker loses or repeats them. */
  async function storeFirings({ records, urgent, ...found }: Findings, now: number): Promise<void> {
    for (const id of urgent) {
      const record = records.get(id);
      if (record) records.set(id, { ...record, revision: record.revision + 1 });
    }
    await withLock(firings.key, async () => {
      const history = addFirings(await firings.getValue(), found.firings, now);
      const items = { [firings.key]: history, ...durableItems(new Map([...feeds, ...records])) };
      await browser.storage.local.set(items);
    });
    isUnsaved = false;
    if (found.firings.length > 0) onFirings(found.firings);
    for (const suspension of found.suspended) onSuspended(suspension);
  }

  function followReach(occurrences: readonly Occurrence[], now: number): Record<string, unknown> {
    if (backgroundUpdates.current !== 'balanced') return {};
    for (const { id, latest } of occurrences) {
      const states = feeds.get(id)?.states ?? {};
      const isCounting = latest !== null && !latest.stale && alertSettings.current.areOn;
      reach.follow(id, { rules: rulesOf(id), states, latest: isCounting ? latest : null, now });
    }
    return reach.unsaved();
  }

  return {
    load: ensureLoaded,
    watches: (feedId) => rulesByFeed().has(feedId),
    of: (feedId) => feeds.get(feedId),
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
      for (const [id, record] of feeds) feeds.set(id, { ...record, watch: null });
      reach.keepOnly([]);
      const items = { ...feedAlertsItems(feeds), ...reach.unsaved() };
      if (Object.keys(items).length > 0) await browser.storage.session.set(items);
    },
    unsaved() {
      const items = isUnsaved ? durableItems(feeds) : {};
      isUnsaved = false;
      return items;
    },
  };
}

function durableItems(feeds: ReadonlyMap<string, FeedAlertsRecord>): Record<string, unknown> {
  const states = [...feeds].map(([id, { states: kept, revision }]) => [
    id,
    { states: kept, revision },
  ]);
  return { [durableAlertStates.key]: Object.fromEntries(states) };
}

function withOnly(record: FeedAlertsRecord, alertIds: ReadonlySet<string>): FeedAlertsRecord {
  const states = Object.entries(record.states).filter(([id]) => alertIds.has(id));
  return { ...record, states: Object.fromEntries(states) };
}

function entryOf<T>(map: ReadonlyMap<string, T>, key: string): Array<[string, T]> {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}
