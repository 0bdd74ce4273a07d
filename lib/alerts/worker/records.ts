import { browser } from 'wxt/browser';
import type { AlertRule } from '../model/rule.ts';
import {
  durableAlertStates,
  feedAlertsItems,
  readFeedAlerts,
  type FeedAlertsRecord,
} from '../../storage/alert-states.ts';
import { readDeleted } from '../../storage/deleted-alerts.ts';
import type { Kept } from '../../background/kept.ts';

/** The worker's copy of the alert states of each feed. */
export interface AlertRecords {
  /** Reads the stored states, once per worker. Discards those of alerts deleted a while ago. */
  load: () => Promise<void>;
  /** By feed id. */
  readonly all: ReadonlyMap<string, FeedAlertsRecord>;
  set: (changed: Iterable<readonly [feedId: string, record: FeedAlertsRecord]>) => void;
  /** Local items with all states, including these changes. */
  durable: (changed?: ReadonlyMap<string, FeedAlertsRecord>) => Record<string, unknown>;
}

export function createAlertRecords(alertRules: Kept<AlertRule[]>): AlertRecords {
  const all = new Map<string, FeedAlertsRecord>();

  return {
    all,
    async load() {
      await alertRules.loaded;
      const rules = [...alertRules.current, ...(await readDeleted(Date.now()))];
      const existing = new Set(rules.map(({ id }) => id));
      const feedIds = new Set(rules.map(({ feedId }) => feedId));
      const { feeds, recalled } = await readFeedAlerts([...feedIds]);
      for (const [id, record] of feeds) all.set(id, withOnly(record, existing));
      // Pages read states from session storage, where those that never change again would be missing.
      const missing = recalled.flatMap((id) => entryOf(all, id));
      if (missing.length > 0) await browser.storage.session.set(feedAlertsItems(new Map(missing)));
    },
    set(changed) {
      for (const [id, record] of changed) all.set(id, record);
    },
    durable(changed = new Map()) {
      const entries = [...all, ...changed].map(([id, { states, revision }]) => [
        id,
        { states, revision },
      ]);
      return { [durableAlertStates.key]: Object.fromEntries(entries) };
    },
  };
}

function withOnly(record: FeedAlertsRecord, alertIds: ReadonlySet<string>): FeedAlertsRecord {
  const states = Object.entries(record.states).filter(([id]) => alertIds.has(id));
  return { ...record, states: Object.fromEntries(states) };
}

function entryOf<T>(map: ReadonlyMap<string, T>, key: string): Array<[string, T]> {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}
