import { browser } from 'wxt/browser';
import type { AlertRule } from '../../alerts/rule.ts';
import {
  durableAlertStates,
  feedAlertsItems,
  readFeedAlerts,
  type FeedAlertsRecord,
} from '../../storage/alert-states.ts';
import { readDeleted } from '../../storage/deleted-alerts.ts';
import type { Kept } from '../kept.ts';

/** What became of each feed's alerts, as the worker knows it. */
export interface AlertRecords {
  /** Once a life. Of alerts that were deleted a while ago nothing is kept. */
  load: () => Promise<void>;
  /** By feed id. */
  readonly all: ReadonlyMap<string, FeedAlertsRecord>;
  set: (changed: Iterable<readonly [feedId: string, record: FeedAlertsRecord]>) => void;
  /** Local items with all states, these changed ones among them. */
  durable: (changed?: ReadonlyMap<string, FeedAlertsRecord>) => Record<string, unknown>;
}

export function createAlertRecords(alertRules: Kept<AlertRule[]>): AlertRecords {
  const all = new Map<string, FeedAlertsRecord>();

  return {
    all,
    async load() {
      await alertRules.loaded;
      const kept = [...alertRules.current, ...(await readDeleted(Date.now()))];
      const existing = new Set(kept.map(({ id }) => id));
      const feedIds = new Set(kept.map(({ feedId }) => feedId));
      const { feeds, recalled } = await readFeedAlerts([...feedIds]);
      for (const [id, record] of feeds) all.set(id, withOnly(record, existing));
      // Pages read the session; a state that never changes again would not reach them otherwise.
      const missing = recalled.flatMap((id) => entryOf(all, id));
      if (missing.length > 0) await browser.storage.session.set(feedAlertsItems(new Map(missing)));
    },
    set(changed) {
      for (const [id, record] of changed) all.set(id, record);
    },
    durable(changed = new Map()) {
      const states = [...all, ...changed].map(([id, { states: kept, revision }]) => [
        id,
        { states: kept, revision },
      ]);
      return { [durableAlertStates.key]: Object.fromEntries(states) };
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
