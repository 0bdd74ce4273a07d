import type { Cached } from '../cached.ts';
import { absencesLeft, type Absence } from '../../domain/alerts/model/absence.ts';
import { absences } from '../../storage/values/absences.ts';
import { isDeepEqual } from '../../base/deep-equal.ts';
import {
  durableAlertStates,
  feedAlertsItems,
  readFeedAlerts,
  removeAllAlertStates,
} from '../../storage/values/alert-states.ts';
import { firings } from '../../storage/values/alerts.ts';
import { deletedAlerts, readDeleted } from '../../storage/values/deleted-alerts.ts';
import { firingProofs } from '../../storage/values/firing-proofs.ts';
import { writeItems } from '../../storage/read-ahead.ts';
import { withLock } from '../../storage/lock.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { SignedBytes } from '../../domain/signed-updates/signed-bytes.ts';
import type { Evaluation } from '../../domain/alerts/engine/evaluate.ts';
import type { FeedAlerts } from '../../domain/alerts/model/feed-alerts.ts';
import type { Firing } from '../../domain/alerts/model/firing.ts';
import type { AlertRule } from '../../domain/alerts/model/rule.ts';
import { addFirings, latestProofs } from '../../domain/alerts/model/firing-history.ts';

// Responses that change nothing are frequent, so watches are stored only this often. That is far
// shorter than any gap.
const WATCH_WRITE_INTERVAL_MS = 5_000;

/** The worker's copy of the alert states of each feed, and where they are stored. */
export function createAlertRecords(alertRules: Cached<AlertRule[]>) {
  const all = new Map<FeedId, FeedAlerts>();
  let isUnsaved = false;
  let pending: Readonly<Record<FeedId, Absence>> = {};

  /**
   * Stores firings with the states in one write, before the prices: if the worker
   * dies after it, firings are neither lost nor repeated. Returns whether there were any.
   * @param signedBytes the verified prices of firings, by firing id
   */
  async function store(
    { feeds, firings: fired, isChanged, absences: found }: Evaluation,
    signedBytes: ReadonlyMap<string, SignedBytes>,
    now: UnixMilliseconds,
    resolved?: Absence,
  ) {
    isUnsaved ||= isChanged;
    const ended = resolved ? [resolved] : [];
    const urgent = [...fired, ...found, ...ended];
    if (urgent.length > 0) {
      for (const id of new Set(urgent.map(({ feedId }) => feedId))) raiseRevision(feeds, id, now);
      const left = absencesLeft(pending, found, resolved);
      const states = durable(new Map([...all, ...feeds]));
      await storeFirings({ fired, signedBytes }, { ...states, ...absences.entry(left) });
      pending = left;
      isUnsaved = false;
    }
    for (const [id, record] of feeds) all.set(id, record);
    return urgent.length > 0;
  }

  return {
    /** Forgets every state, firing and proof, here and in storage. */
    clear: () => {
      all.clear();
      pending = {};
      isUnsaved = false;
      return deleteRecords();
    },
    all: all as ReadonlyMap<FeedId, FeedAlerts>,
    /** Absences still to look into, by feed id. */
    get absences() {
      return pending;
    },
    async load() {
      pending = await absences.getValue();
      await readRecords(alertRules, all);
    },
    store,
    sessionItems: createSessionItems(),
    forgetWatches: () => forgetWatches(all),
    forIntake: {
      isWaiting: (): boolean => all.values().some(({ waiting }) => waiting !== undefined),
      /** Local items with the states, for the next browser start. */
      unsaved: () => (isUnsaved ? durable(all) : {}),
      markSaved: () => void (isUnsaved = false),
    },
  };
}

function forgetWatches(all: Map<FeedId, FeedAlerts>): Record<string, unknown> {
  for (const [id, record] of all) {
    all.set(id, { ...record, watch: null, waiting: undefined, isRecalled: undefined });
  }
  return feedAlertsItems(all);
}

function createSessionItems() {
  const storedAt = new Map<FeedId, UnixMilliseconds>();
  return ({ feeds, isChanged }: Evaluation, now: UnixMilliseconds, isDue: boolean) => {
    const isOverdue = ([id, { watch }]: readonly [string, FeedAlerts]): boolean =>
      watch === null || Math.abs(now - (storedAt.get(id) ?? 0)) >= WATCH_WRITE_INTERVAL_MS;
    if (!isDue && !isChanged && !feeds.entries().some(isOverdue)) return {};
    for (const id of feeds.keys()) storedAt.set(id, now);
    return feedAlertsItems(feeds);
  };
}

/** Reads the stored states into `all`. Discards those of alerts deleted a while ago. */
async function readRecords(
  alertRules: Cached<AlertRule[]>,
  all: Map<FeedId, FeedAlerts>,
): Promise<void> {
  await alertRules.loaded;
  const rules = [...alertRules.current, ...(await readDeleted(Date.now()))];
  const existing = new Set(rules.map(({ id }) => id));
  const feedIds = new Set(rules.map(({ feedId }) => feedId));
  const { feeds, recalled } = await readFeedAlerts([...feedIds]);
  for (const [id, record] of feeds) feeds.set(id, withOnly(record, existing));
  // Pages read states from session storage, where those that never change again would be missing.
  const missing = new Map([...feeds].filter(([id]) => recalled.includes(id)));
  if (missing.size > 0) await writeItems('session', feedAlertsItems(missing));
  for (const [id, record] of feeds) all.set(id, record);
}

async function deleteRecords(): Promise<void> {
  await removeAllAlertStates();
  await deletedAlerts.setValue({});
  await firings.update(() => []);
  await firingProofs.update(() => ({}));
  await durableAlertStates.setValue({});
  await absences.setValue({});
}

interface Fired {
  fired: readonly Firing[];
  signedBytes: ReadonlyMap<string, SignedBytes>;
}

function storeFirings({ fired, signedBytes }: Fired, states: Record<string, unknown>) {
  return withLock(firings.key, async () => {
    const history = addFirings(await firings.getValue(), fired);
    const items = { ...firings.entry(history), ...states };
    return withLock(firingProofs.key, async () => {
      const known = await firingProofs.getValue();
      const kept = latestProofs({ ...known, ...Object.fromEntries(signedBytes) }, history);
      // No dropped firing had a proof, and the new firings have none.
      const areSame = signedBytes.size === 0 && isDeepEqual(kept, known);
      if (areSame) return writeItems('local', items);
      // Storage may have no room for proofs. The alert matters more.
      const withProofs = writeItems('local', { ...items, ...firingProofs.entry(kept) });
      await withProofs.catch(() => writeItems('local', items));
    });
  });
}

function raiseRevision(feeds: Map<FeedId, FeedAlerts>, id: FeedId, now: UnixMilliseconds): void {
  const record = feeds.get(id);
  // Not counted from 1: the session may still contain a record of the feed's earlier alerts.
  if (record) feeds.set(id, { ...record, revision: Math.max(record.revision + 1, now) });
}

function durable(feeds: ReadonlyMap<FeedId, FeedAlerts>): Record<string, unknown> {
  const entries = [...feeds].map(([id, { states, revision }]) => [id, { states, revision }]);
  return durableAlertStates.entry(Object.fromEntries(entries));
}

function withOnly(record: FeedAlerts, alertIds: ReadonlySet<string>): FeedAlerts {
  const states = Object.entries(record.states).filter(([id]) => alertIds.has(id));
  return { ...record, states: Object.fromEntries(states) };
}
